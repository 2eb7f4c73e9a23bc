package webhooks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// BodyBytesMax is the largest accepted body. Events are far smaller. Larger requests get status 413.
const BodyBytesMax = 1024 * 1024

// Options are the parts of a receiver. Secrets (or ReadSecrets), Store and OnEvent are required.
type Options[Tx any] struct {
	// Secrets are the whole secret of the endpoint, or several while you rotate it.
	Secrets []string
	// ReadSecrets is called for every request, instead of Secrets. If it returns no secret, the request gets status 500.
	ReadSecrets func() ([]string, error)
	// Store is a *SQLStore, a *MemoryStore, or your own.
	Store Store[Tx]
	// OnEvent is called once for each event. Branch on event.Type and ignore unknown types. If change.Advanced is false, a
	// later status of the delivery has arrived before. Return within 10 s, because the service waits for the response. If it
	// returns an error, the status is 500 and the event is sent again.
	OnEvent func(ctx context.Context, event Event, change *StatusChange, tx Tx) error
	// OnError is called with the error of every response with status 500. It may be nil.
	OnError func(error)
	// Now is this machine's clock. Tests may replace it.
	Now func() time.Time
}

// NewHandler makes a receiver of webhooks. It returns ErrNoSecret if the secret is missing, because anybody could then
// sign. The statuses are: 204, handled, now or earlier; 400, not authentic; 405, not a POST; 413, too large; 500, OnEvent
// or the store failed, or something has read the body before.
func NewHandler[Tx any](options Options[Tx]) (http.Handler, error) {
	if options.Store == nil || options.OnEvent == nil {
		return nil, errors.New("a receiver needs a Store and OnEvent")
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	verifierOfNow, err := verifierSource(options.Secrets, options.ReadSecrets, options.Now)
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost {
			response.Header().Set("Allow", http.MethodPost)
			response.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		status, err := receive(options, verifierOfNow, response, request)
		if err != nil && options.OnError != nil {
			options.OnError(err)
		}
		response.WriteHeader(status)
	}), nil
}

func verifierSource(secrets []string, read func() ([]string, error), now func() time.Time) (func() (*Verifier, error), error) {
	if read != nil {
		return func() (*Verifier, error) {
			secrets, err := read()
			if err != nil {
				return nil, err
			}
			verifier, err := NewVerifier(secrets...)
			if err == nil {
				verifier.Now = now
			}
			return verifier, err
		}, nil
	}
	verifier, err := NewVerifier(secrets...)
	if err != nil {
		return nil, err
	}
	verifier.Now = now
	return func() (*Verifier, error) { return verifier, nil }, nil
}

// errBodyGone is a mistake of the program. The service sends the event again after a 500 only.
var errBodyGone = errors.New("something has read or changed the body of the webhook before the handler: give it the request as it was received")

// isChanged tells if the body has another length than the request had. The server enforces Content-Length, so no sender
// causes the difference. It is -1 for a body in chunks. A genuine body is never empty, and one with Content-Encoding may be
// decoded.
func isChanged(body []byte, request *http.Request) bool {
	if request.Header.Get("Content-Encoding") != "" {
		return false
	}
	if request.ContentLength < 0 {
		return len(body) == 0
	}
	return request.ContentLength > 0 && int64(len(body)) != request.ContentLength
}

// receive returns the status of the response. err is set if it is 500.
func receive[Tx any](
	options Options[Tx],
	verifierOfNow func() (*Verifier, error),
	response http.ResponseWriter,
	request *http.Request,
) (status int, err error) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, BodyBytesMax))
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return http.StatusRequestEntityTooLarge, nil
	}
	if errors.Is(err, http.ErrBodyReadAfterClose) {
		return http.StatusInternalServerError, fmt.Errorf("%w: %w", errBodyGone, err)
	}
	if err != nil {
		// The sender has closed the connection, so it sees no status.
		return http.StatusBadRequest, nil
	}
	verifier, err := verifierOfNow()
	if err != nil {
		return http.StatusInternalServerError, err
	}
	event, err := verifier.ReadEvent(body, request.Header)
	var invalid *VerificationError
	if errors.As(err, &invalid) {
		if invalid.Reason == NoMatch && isChanged(body, request) {
			return http.StatusInternalServerError, errBodyGone
		}
		return http.StatusBadRequest, nil
	}
	if err != nil {
		return http.StatusInternalServerError, err
	}
	ctx := request.Context()
	if _, err := options.Store.Once(ctx, event, func(change *StatusChange, tx Tx) error {
		return options.OnEvent(ctx, event, change, tx)
	}); err != nil {
		return http.StatusInternalServerError, err
	}
	return http.StatusNoContent, nil
}
