package webhooks

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/lib/pq"
)

const secret = "whsec_TEST_of_the_receiver"

type vectors struct {
	Vectors []struct {
		Name       string  `json:"name"`
		Secret     string  `json:"secret"`
		T          int64   `json:"t"`
		Body       *string `json:"body"`
		BodyBase64 string  `json:"body_base64"`
		Header     string  `json:"expected_header"`
	} `json:"vectors"`
	Two struct {
		Secrets []string `json:"secrets"`
		T       int64    `json:"t"`
		Body    string   `json:"body"`
		Header  string   `json:"expected_header"`
	} `json:"two_secret_header"`
	Mistakes map[string]string `json:"common_mistakes_for_first_vector"`
	Cases    []struct {
		Name   string `json:"name"`
		Header string `json:"header"`
		Body   string `json:"body"`
		Secret any    `json:"secret"`
		Now    int64  `json:"now"`
		Expect string `json:"expect"`
	} `json:"verify_cases"`
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("../../../server/test/data/signature-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var read vectors
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

func verifierAt(t *testing.T, now int64, secrets ...string) *Verifier {
	t.Helper()
	verifier, err := NewVerifier(secrets...)
	if err != nil {
		t.Fatal(err)
	}
	verifier.Now = func() time.Time { return time.Unix(now, 0) }
	return verifier
}

// reasonOf is "ok" if there is no error.
func reasonOf(err error) string {
	var invalid *VerificationError
	if errors.As(err, &invalid) {
		return string(invalid.Reason)
	}
	if err != nil {
		return err.Error()
	}
	return "ok"
}

func TestSignatureVectors(t *testing.T) {
	read := readVectors(t)
	for _, vector := range read.Vectors {
		body, err := base64.StdEncoding.DecodeString(vector.BodyBase64)
		if err != nil {
			t.Fatal(err)
		}
		if vector.Body != nil {
			body = []byte(*vector.Body)
		}
		verifier := verifierAt(t, vector.T, vector.Secret)
		if err := verifier.Verify(body, vector.Header); err != nil {
			t.Errorf("%s: %v", vector.Name, err)
		}
		if reason := reasonOf(verifier.Verify(append(body, ' '), vector.Header)); reason != "no_match" {
			t.Errorf("%s, changed: %s", vector.Name, reason)
		}
	}
	for _, one := range read.Cases {
		secrets := []string{}
		if text, isText := one.Secret.(string); isText {
			secrets = append(secrets, text)
		} else {
			for _, each := range one.Secret.([]any) {
				secrets = append(secrets, each.(string))
			}
		}
		// The vectors let a secret without its prefix or with a blank match nothing. It is refused earlier.
		if slices.ContainsFunc(secrets, func(one string) bool {
			return !strings.HasPrefix(one, "whsec_") || strings.TrimSpace(one) != one
		}) {
			if _, err := NewVerifier(secrets...); !errors.Is(err, ErrNoSecret) {
				t.Errorf("%s: %v", one.Name, err)
			}
			continue
		}
		if reason := reasonOf(verifierAt(t, one.Now, secrets...).Verify([]byte(one.Body), one.Header)); reason != one.Expect {
			t.Errorf("%s: %s, not %s", one.Name, reason, one.Expect)
		}
	}
	for _, secrets := range [][]string{read.Two.Secrets[:1], read.Two.Secrets[1:], read.Two.Secrets} {
		if err := verifierAt(t, read.Two.T, secrets...).Verify([]byte(read.Two.Body), read.Two.Header); err != nil {
			t.Errorf("either secret of a rotation: %v", err)
		}
	}
	first := read.Vectors[0]
	for name, mistaken := range read.Mistakes {
		header := fmt.Sprintf("t=%d,v1=%s", first.T, mistaken)
		if reason := reasonOf(verifierAt(t, first.T, first.Secret).Verify([]byte(*first.Body), header)); reason != "no_match" {
			t.Errorf("%s: %s", name, reason)
		}
	}
}

func TestMissingOrEmptySecretIsRefusedAtConstruction(t *testing.T) {
	for _, secrets := range [][]string{nil, {}, {""}, {" \t\n"}, {"whsec_"}, {secret, ""}, {"", secret}, {secret, "whsec_\n"}, {"no prefix"}, {" " + secret}} {
		if _, err := NewVerifier(secrets...); !errors.Is(err, ErrNoSecret) {
			t.Errorf("%q: %v", secrets, err)
		}
		options := Options[struct{}]{Secrets: secrets, Store: NewMemoryStore(10), OnEvent: ignore[struct{}]}
		if _, err := NewHandler(options); !errors.Is(err, ErrNoSecret) {
			t.Errorf("%q: %v", secrets, err)
		}
	}
	if err := Verify(nil, "", ""); !errors.Is(err, ErrNoSecret) {
		t.Error(err)
	}
	if _, err := NewHandler(Options[struct{}]{Secrets: []string{secret}}); err == nil {
		t.Error("a receiver without a store was made")
	}
}

func TestTheErrorOfASecretNamesItsWrongCharacter(t *testing.T) {
	for given, reason := range map[string]string{
		"whsec_Abc\n":          ". It has a blank (U+000A) at place 10",
		"whsec_Abc\u200b":      ". It has a character of no secret (U+200B) at place 10",
		"whsec_…dgTK":          ". It has a character of no secret (U+2026) at place 7",
		"whsec_Abc,whsec_Abc":  ". It has whsec_ twice",
		"whsec_Abc, whsec_Abc": ". It has whsec_ twice",
	} {
		_, err := NewVerifier(given)
		expect(t, errors.Is(err, ErrNoSecret), true)
		expect(t, strings.TrimPrefix(err.Error(), ErrNoSecret.Error()), reason)
	}
}

func TestASecretMayHaveTheNotationOfStandardWebhooks(t *testing.T) {
	first := readVectors(t).Vectors[0]
	encoded := "whsec_" + base64.StdEncoding.EncodeToString([]byte(first.Secret))
	for _, given := range []string{encoded, strings.TrimRight(encoded, "=")} {
		expect(t, reasonOf(verifierAt(t, first.T, given).Verify([]byte(*first.Body), first.Header)), "ok")
	}
}

func TestHeadersInAnyCase(t *testing.T) {
	first := readVectors(t).Vectors[0]
	verifier := verifierAt(t, first.T, first.Secret)
	for _, name := range []string{"x-service-signature", "X-SERVICE-SIGNATURE", SignatureHeader} {
		expect(t, reasonOf(verifier.VerifyRequest([]byte(*first.Body), http.Header{name: {first.Header}})), "ok")
	}
	twice := http.Header{"x-service-signature": {first.Header}, SignatureHeader: {first.Header}}
	expect(t, reasonOf(verifier.VerifyRequest([]byte(*first.Body), twice)), "bad_header")
}

func TestABodyThatSomethingHasReadIsNoForgery(t *testing.T) {
	readers := map[string]func(*http.Request){
		"read":    func(request *http.Request) { _, _ = io.ReadAll(request.Body) },
		"in part": func(request *http.Request) { _, _ = request.Body.Read(make([]byte, 5)) },
		"closed":  func(request *http.Request) { _ = request.Body.Close() },
		"changed": func(request *http.Request) { request.Body = io.NopCloser(strings.NewReader("{}")) },
	}
	for name, read := range readers {
		for _, isChunked := range []bool{false, true} {
			if isChunked && name != "read" && name != "closed" {
				continue
			}
			made := record[struct{}](t, NewMemoryStore(10))
			server := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
				read(request)
				made.handler.ServeHTTP(response, request)
			}))
			request := signed(eventOf("sent", 0), secret)
			sent, err := http.NewRequest(http.MethodPost, server.URL, request.Body)
			if err != nil {
				t.Fatal(err)
			}
			sent.Header = request.Header
			if !isChunked {
				sent.ContentLength = request.ContentLength
			}
			response, err := http.DefaultClient.Do(sent)
			if err != nil {
				t.Fatal(err)
			}
			expect(t, name+response.Status, name+"500 Internal Server Error")
			expect(t, len(made.errors), 1)
			response.Body.Close()
			server.Close()
		}
	}
}

func ignore[Tx any](context.Context, Event, *StatusChange, Tx) error { return nil }

var number atomic.Int64

func eventOf(status string, deliveryID int64) string {
	n := number.Add(1)
	if deliveryID == 0 {
		deliveryID = n
	}
	return fmt.Sprintf(`{"id":"evt_%d","type":"delivery.%s","created_at":"2026-11-21T04:40:12Z","data":{"delivery":`+
		`{"id":%d,"status":"%s"}}}`, n, status, deliveryID, status)
}

func signed(body, secret string) *http.Request {
	timestamp := fmt.Sprint(time.Now().Unix())
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "." + body))
	request := httptest.NewRequest(http.MethodPost, "/webhooks", strings.NewReader(body))
	request.Header.Set(SignatureHeader, "t="+timestamp+",v1="+hex.EncodeToString(mac.Sum(nil)))
	return request
}

// recording is a receiver that records its events, and fails if it is told to.
type recording[Tx any] struct {
	handler http.Handler
	lock    sync.Mutex
	handled []string
	errors  []error
	failing bool
	onEvent func(Tx) error
}

func record[Tx any](t *testing.T, store Store[Tx]) *recording[Tx] {
	t.Helper()
	made := &recording[Tx]{}
	handler, err := NewHandler(Options[Tx]{
		Secrets: []string{secret},
		Store:   store,
		OnEvent: func(_ context.Context, event Event, change *StatusChange, tx Tx) error {
			if made.onEvent != nil {
				if err := made.onEvent(tx); err != nil {
					return err
				}
			}
			if made.failing {
				return errors.New("no")
			}
			made.lock.Lock()
			defer made.lock.Unlock()
			if change == nil {
				made.handled = append(made.handled, event.Type)
			} else {
				made.handled = append(made.handled, fmt.Sprint(change.Status, " ", change.Advanced))
			}
			return nil
		},
		OnError: func(err error) { made.errors = append(made.errors, err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	made.handler = handler
	return made
}

func (made *recording[Tx]) status(request *http.Request) int {
	response := httptest.NewRecorder()
	made.handler.ServeHTTP(response, request)
	return response.Code
}

func expect[Value any](t *testing.T, found, expected Value) {
	t.Helper()
	if one, other := fmt.Sprint(found), fmt.Sprint(expected); one != other {
		t.Errorf("%s, not %s", one, other)
	}
}

// rules are the rules for every store.
func rules[Tx any](t *testing.T, store func() Store[Tx]) {
	t.Run("an event is handled once, and copies at the same moment too", func(t *testing.T) {
		made := record(t, store())
		event := eventOf("sent", 0)
		statuses := make([]int, 8)
		var group sync.WaitGroup
		for index := range statuses {
			group.Add(1)
			go func() {
				defer group.Done()
				statuses[index] = made.status(signed(event, secret))
			}()
		}
		group.Wait()
		expect(t, statuses, slices.Repeat([]int{204}, 8))
		expect(t, made.handled, []string{"sent true"})
	})
	t.Run("a status never moves backwards", func(t *testing.T) {
		made := record(t, store())
		id := number.Add(1)
		for _, status := range []string{"sent", "queued", "delivered", "sent"} {
			expect(t, made.status(signed(eventOf(status, id), secret)), 204)
		}
		expect(t, made.handled, []string{"sent true", "queued false", "delivered true", "sent false"})
	})
	t.Run("a ping and an unknown status have no change", func(t *testing.T) {
		made := record(t, store())
		ping := fmt.Sprintf(`{"id":"evt_ping_%d","type":"ping","created_at":"2026-11-21T04:40:12Z","data":{"message":"Hello"}}`, number.Add(1))
		for _, event := range []string{ping, eventOf("teleported", 0)} {
			expect(t, made.status(signed(event, secret)), 204)
		}
		expect(t, made.handled, []string{"ping", "delivery.teleported"})
	})
	t.Run("a failed event is forgotten and handled again", func(t *testing.T) {
		made := record(t, store())
		made.failing = true
		event := eventOf("sent", 0)
		expect(t, made.status(signed(event, secret)), 500)
		expect(t, made.errors, []error{errors.New("no")})
		made.failing = false
		expect(t, made.status(signed(event, secret)), 204)
		expect(t, made.handled, []string{"sent true"})
	})
	t.Run("a forged request is refused before it is parsed", func(t *testing.T) {
		made := record(t, store())
		expect(t, made.status(signed(eventOf("sent", 0), "whsec_other")), 400)
		repeated := signed(eventOf("sent", 0), secret)
		repeated.Header.Add(SignatureHeader, repeated.Header.Get(SignatureHeader))
		expect(t, made.status(repeated), 400)
		expect(t, made.status(httptest.NewRequest(http.MethodPost, "/", strings.NewReader("{"))), 400)
		expect(t, made.status(httptest.NewRequest(http.MethodGet, "/", nil)), 405)
		expect(t, made.status(signed(strings.Repeat("x", BodyBytesMax+1), secret)), 413)
		expect(t, fmt.Sprint(made.handled, made.errors), "[] []")
	})
}

func TestStandardWebhooks(t *testing.T) {
	made := record[struct{}](t, NewMemoryStore(10))
	body := eventOf("sent", 0)
	sign := func(id, timestamp, secret string) *http.Request {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(id + "." + timestamp + "." + body))
		request := httptest.NewRequest(http.MethodPost, "/webhooks", strings.NewReader(body))
		request.Header.Set("webhook-id", id)
		request.Header.Set("webhook-timestamp", timestamp)
		request.Header.Set("webhook-signature", "v1a,x v1,AAAA v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		return request
	}
	now := fmt.Sprint(time.Now().Unix())
	expect(t, made.status(sign("evt_1", now, secret)), 204)
	expect(t, made.status(sign("evt_1", now, "whsec_other")), 400)
	expect(t, made.status(sign("evt.1", now, secret)), 400)
	expect(t, made.status(sign("evt_1", "1", secret)), 400)
	both := sign("evt_1", now, secret)
	both.Header.Set(SignatureHeader, "t="+now+",v1=00")
	expect(t, made.status(both), 400)
}

func TestMemoryStore(t *testing.T) {
	rules(t, func() Store[struct{}] { return NewMemoryStore(100) })
	made := record[struct{}](t, NewMemoryStore(2))
	events := []string{eventOf("sent", 0), eventOf("sent", 0), eventOf("sent", 0)}
	for _, event := range []string{events[0], events[1], events[2], events[2], events[0]} {
		made.status(signed(event, secret))
	}
	expect(t, len(made.handled), 4)
}

func TestSecretsOfEveryRequest(t *testing.T) {
	var failed error
	secrets := []string{}
	handler, err := NewHandler(Options[struct{}]{
		ReadSecrets: func() ([]string, error) { return secrets, nil },
		Store:       NewMemoryStore(10),
		OnEvent:     ignore[struct{}],
		OnError:     func(err error) { failed = err },
	})
	if err != nil {
		t.Fatal(err)
	}
	made := &recording[struct{}]{handler: handler}
	expect(t, made.status(signed(eventOf("sent", 0), secret)), 500)
	expect(t, errors.Is(failed, ErrNoSecret), true)
	secrets = []string{"whsec_next", secret}
	expect(t, made.status(signed(eventOf("sent", 0), secret)), 204)
}

func TestSQLStore(t *testing.T) {
	url := os.Getenv("TEST_POSTGRES_URL")
	if url == "" {
		t.Skip("TEST_POSTGRES_URL is not set")
	}
	db, err := sql.Open("postgres", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ctx := context.Background()
	store := NewSQLStore(db)
	for range 2 {
		if err := store.CreateTables(ctx); err != nil {
			t.Fatal(err)
		}
	}
	rules(t, func() Store[*sql.Tx] { return store })
	if _, err := db.Exec("create table go_orders (id integer primary key)"); err != nil {
		t.Fatal(err)
	}
	count := func() (rows int) {
		if err := db.QueryRow("select count(*) from go_orders").Scan(&rows); err != nil {
			t.Fatal(err)
		}
		return rows
	}
	made := record[*sql.Tx](t, store)
	made.onEvent = func(tx *sql.Tx) error {
		_, err := tx.Exec("insert into go_orders values (1)")
		return err
	}
	made.failing = true
	event := eventOf("delivered", 0)
	expect(t, made.status(signed(event, secret)), 500)
	expect(t, count(), 0)
	made.failing = false
	expect(t, made.status(signed(event, secret)), 204)
	expect(t, count(), 1)
	if _, err := db.Exec("insert into webhook_received_events values ('evt_old', '2001-01-01')"); err != nil {
		t.Fatal(err)
	}
	for _, expected := range []int64{1, 0} {
		forgotten, err := store.ForgetOldEvents(ctx, 31*24*time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, forgotten, expected)
	}
}

func TestBodyThatBreaksOffIsRefused(t *testing.T) {
	made := record[struct{}](t, NewMemoryStore(10))
	request := httptest.NewRequest(http.MethodPost, "/", &brokenBody{})
	expect(t, made.status(request), 400)
}

type brokenBody struct{}

func (*brokenBody) Read([]byte) (int, error) { return 0, errors.New("the connection is closed") }
