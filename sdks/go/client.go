// Package tidings is a typed client of the API of Tidings.
//
// [NewClient] returns a client with a field for each kind of object. It adds the API key, tries calls again if that may
// help, and makes an [Error] of every error response. Operations without a method are in the embedded client of package api:
//
//	client, err := tidings.NewClient(os.Getenv("TIDINGS_API_KEY"), "https://tidings.example.com")
//	message, err := client.Messages.Create(ctx, &tidings.MessageParams{
//		ExternalUserId:      "user-1",
//		MessageTemplateName: "welcome_message",
//	})
//	fmt.Println(message.Id)
//
// The package webhooks verifies and receives webhooks.
package tidings

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidings-owner/tidings/sdks/go/api"
	"github.com/tidings-owner/tidings/sdks/go/internal/calls"
)

// Version is the version of this module.
const Version = "0.1.0"

// The waits before retries 1, 2, 3 if the service names none.
var retryWaits = []time.Duration{250 * time.Millisecond, time.Second, 4 * time.Second}

// The request did not arrive in time, or the service has no place for it now.
var retriedStatuses = []int{http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusServiceUnavailable}

const (
	// If the service asks for a longer wait, the call fails at once.
	retryAfterMax = time.Minute
	timeout       = 30 * time.Second
	// The largest response that is read. Pages of the API are far smaller.
	responseBytesMax = 64 << 20
)

// Error is an error response of the API. If no response arrived, the error of net/http is returned instead.
type Error struct {
	Status int `json:"-"`
	// Message is a sentence for people. It may change.
	Message string `json:"error"`
	// Code is for programs. docs/errors.md lists all codes.
	Code string `json:"code"`
	// Errors are the sentences for each field. Only with status 422.
	Errors map[string][]string `json:"errors"`
	// DocsURL is where the documentation explains the code.
	DocsURL   string `json:"docs_url"`
	RequestID string `json:"request_id"`
}

func (err *Error) Error() string {
	return fmt.Sprintf("%s (status %d, code %s, request %s)", err.Message, err.Status, err.Code, err.RequestID)
}

// Doer sends one HTTP request. *http.Client is a Doer.
type Doer = calls.Doer

// Option changes a client.
type Option func(*caller)

// WithHTTPClient replaces the HTTP client. The default has a time limit of 30 s for one try.
func WithHTTPClient(client Doer) Option { return func(caller *caller) { caller.client = client } }

// WithRetries sets the number of retries of one call, from 0 to 3. The default is 3.
func WithRetries(count int) Option { return func(caller *caller) { caller.retriesMax = count } }

// NewClient makes a client for one account. apiKey: sk_... baseURL: where the service is, without /api/v1, for example
// https://tidings.example.com. It returns an error if one of them is missing. A client has no state: one is enough.
func NewClient(apiKey, baseURL string, options ...Option) (*Client, error) {
	if strings.TrimSpace(apiKey) == "" {
		return nil, errors.New(`the API key is missing or empty: give an API key, "sk_..."`)
	}
	parsed, err := url.Parse(baseURL)
	if err != nil || parsed.Host == "" || (parsed.Scheme != "https" && parsed.Scheme != "http") {
		return nil, errors.New(`the base URL must be where the service is, like "https://tidings.example.com"`)
	}
	made := &caller{apiKey: apiKey, client: &http.Client{Timeout: timeout, CheckRedirect: refuseRedirect}, retriesMax: len(retryWaits)}
	for _, option := range options {
		option(made)
	}
	return newClient(resource{api.NewClientWithResponses(baseURL, made), min(made.retriesMax, len(retryWaits))}), nil
}

type idempotencyKey struct{}

// WithIdempotencyKey gives the POST of a call your own key. A second call with the same key and body changes nothing and
// returns the first response.
func WithIdempotencyKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, idempotencyKey{}, key)
}

// keyOf returns the caller's own key, or a new one.
func keyOf(ctx context.Context) string {
	if key, isGiven := ctx.Value(idempotencyKey{}).(string); isGiven {
		return key
	}
	return rand.Text()
}

// Ptr returns a pointer to the value, for a field whose zero value differs from no value.
func Ptr[Value any](value Value) *Value { return &value }

// The fields of the most used calls. Package api has all types.
type (
	MessageParams          = api.MessageInput
	NotificationUserParams = api.NotificationUserInput
	MessageAttributes      = api.MessageAttributes
)

func valueOf[Value any](pointer *Value) (value Value) {
	if pointer != nil {
		value = *pointer
	}
	return value
}

// resource is a part of every kind of object.
type resource struct {
	api        *api.ClientWithResponses
	retriesMax int
}

// pages returns the rows of all pages, from the cursor on. It reads the next page when its first row is needed.
func pages[Row any](cursor string, read func(cursor string) ([]Row, *string, error)) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for {
			rows, next, err := read(cursor)
			if err != nil {
				var none Row
				yield(none, err)
				return
			}
			for _, row := range rows {
				if !yield(row, nil) {
					return
				}
			}
			// The feed has always a cursor. Its end is reached if the cursor does not move.
			if next == nil || *next == cursor {
				return
			}
			cursor = *next
		}
	}
}

// A redirect would send the API key elsewhere.
func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// caller sends the requests of a client.
type caller struct {
	apiKey     string
	client     Doer
	retriesMax int
}

// Do returns a response of status 2xx with its body in memory, or an error.
func (caller *caller) Do(request *http.Request) (*http.Response, error) {
	request.Header.Set("Authorization", "Bearer "+caller.apiKey)
	request.Header.Set("User-Agent", "tidings-go/"+Version)
	if request.Method == http.MethodPost && request.Header.Get("Idempotency-Key") == "" {
		// All tries of a POST share one key, so the service executes it once.
		request.Header.Set("Idempotency-Key", keyOf(request.Context()))
	}
	for triesMade := 1; ; triesMade++ {
		response, body, err := caller.try(request)
		if err == nil && response.StatusCode >= 200 && response.StatusCode < 300 {
			response.Body = io.NopCloser(bytes.NewReader(body))
			return response, nil
		}
		if err == nil {
			err = errorOf(response.StatusCode, body)
		}
		wait, again := retryWait(err, response, triesMade, caller.retriesMax)
		if !again {
			return nil, err
		}
		if err := pause(request.Context(), wait); err != nil {
			return nil, err
		}
	}
}

// try sends the request once. The body is read to its end.
func (caller *caller) try(request *http.Request) (*http.Response, []byte, error) {
	again := request.Clone(request.Context())
	if request.GetBody != nil {
		body, err := request.GetBody()
		if err != nil {
			return nil, nil, err
		}
		again.Body = body
	}
	response, err := caller.client.Do(again)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, responseBytesMax))
	return response, body, err
}

func errorOf(status int, body []byte) *Error {
	found := &Error{Status: status}
	// A proxy may have written something else.
	if json.Unmarshal(body, found) != nil || found.Code == "" {
		return &Error{Status: status, Message: "the service responded with an error", Code: "unknown"}
	}
	return found
}

// retryWait returns the wait before the next try. again is false if the call is not tried again. After a 503 or without a
// response, the service may have done the work already. A retry is safe: a POST has its idempotency key, and other methods
// are idempotent.
func retryWait(err error, response *http.Response, triesMade, retriesMax int) (wait time.Duration, again bool) {
	if triesMade > min(retriesMax, len(retryWaits)) {
		return 0, false
	}
	wait = retryWaits[triesMade-1]
	var answered *Error
	if !errors.As(err, &answered) {
		return wait, !errors.Is(err, context.Canceled)
	}
	isRunning := answered.Status == http.StatusConflict && answered.Code == "idempotency_key_running"
	if !slices.Contains(retriedStatuses, answered.Status) && !isRunning {
		return 0, false
	}
	if seconds, err := strconv.ParseUint(response.Header.Get("Retry-After"), 10, 16); err == nil {
		wait = time.Duration(seconds) * time.Second
	}
	return wait, wait <= retryAfterMax
}

// pause returns after the wait, or at once with an error if the call is canceled.
func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
