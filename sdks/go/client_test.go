package tidings_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	tidings "github.com/tidings-owner/tidings/sdks/go"
)

func TestMissingOptionsAreRefused(t *testing.T) {
	for _, given := range [][2]string{{"", "https://tidings.example.com"}, {" ", "https://tidings.example.com"}, {"sk_1", ""}, {"sk_1", "tidings.example.com"}, {"sk_1", "ftp://tidings.example.com"}} {
		if _, err := tidings.NewClient(given[0], given[1]); err == nil {
			t.Errorf("%q was accepted", given)
		}
	}
}

func TestCallsAreTriedAgainWithOneKey(t *testing.T) {
	var keys, bodies []string
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		keys = append(keys, request.Header.Get("Idempotency-Key"))
		bodies = append(bodies, string(body))
		if len(keys) < 4 {
			response.Header().Set("Retry-After", "0")
			response.WriteHeader([]int{http.StatusServiceUnavailable, http.StatusTooManyRequests, http.StatusRequestTimeout}[len(keys)-1])
			return
		}
		response.Header().Set("Content-Type", "application/json")
		response.WriteHeader(http.StatusBadGateway)
		_, _ = response.Write([]byte("<html>"))
	}))
	defer server.Close()
	client, err := tidings.NewClient("sk_1", server.URL)
	if err != nil {
		t.Fatal(err)
	}
	var refused *tidings.Error
	if _, err = client.CreateMessageWithResponse(context.Background(), nil, message("A-1")); !errors.As(err, &refused) {
		t.Fatal(err)
	}
	if refused.Status != http.StatusBadGateway || refused.Code != "unknown" {
		t.Errorf("%v", refused)
	}
	if len(keys) != 4 || keys[0] == "" || len(slices.Compact(keys)) != 1 || len(slices.Compact(bodies)) != 1 || bodies[0] == "" {
		t.Errorf("keys %q, bodies %q", keys, bodies)
	}
}

func TestLongWaitsAreNotWaited(t *testing.T) {
	calls := 0
	server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		calls++
		response.Header().Set("Retry-After", "3600")
		response.WriteHeader(http.StatusTooManyRequests)
	}))
	defer server.Close()
	client, err := tidings.NewClient("sk_1", server.URL)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.GetAccountWithResponse(context.Background()); err == nil || calls != 1 {
		t.Errorf("%d calls, %v", calls, err)
	}
}
