// Package webhooks verifies and receives the webhooks of Tidings, with the standard library only.
//
// Verify one request with [Verify], or make a [Verifier] once. [NewHandler] is a whole receiver: it verifies a request,
// and calls your function once for each event.
package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// SignatureHeader is the name of the header with the signature.
const SignatureHeader = "X-Service-Signature"

// Tolerance is the largest difference between the signature's time and this machine's clock.
const Tolerance = 300 * time.Second

// Limits on the header, so that a hostile request costs little.
const (
	headerLengthMax = 2048
	signaturesMax   = 8
)

const secretPrefix = "whsec_"

var (
	// Unix seconds without sign, fraction or leading zeros, at most 11 digits.
	timestampPattern = regexp.MustCompile(`^(0|[1-9][0-9]{0,10})$`)
	hexPattern       = regexp.MustCompile(`^[0-9a-f]{64}$`)
	// 32 bytes.
	base64Pattern = regexp.MustCompile(`^[0-9A-Za-z+/]{43}=$`)
	// Without a dot: the dot ends the id in the signed bytes.
	messageIDPattern = regexp.MustCompile(`^[0-9A-Za-z_-]{1,255}$`)
)

// Reason tells why to refuse a request (with 400).
type Reason string

const (
	// BadHeader: the signature header is missing, malformed or repeated.
	BadHeader Reason = "bad_header"
	// Stale: the signature's time is too old or in the future, as with a replayed request.
	Stale Reason = "stale"
	// NoMatch: the body or the secret differs.
	NoMatch Reason = "no_match"
)

// VerificationError is the error of a request that is not authentic. Respond with 400.
type VerificationError struct{ Reason Reason }

func (err *VerificationError) Error() string {
	return "the webhook's signature is not valid: " + string(err.Reason)
}

// ErrNoSecret is returned if a secret is missing, empty or no secret: without a secret, anybody can sign.
var ErrNoSecret = errors.New(`the webhook secret is missing, empty or not a secret: give the complete secret of the webhook endpoint, ` +
	`"whsec_...". If it comes from an environment variable, set this variable`)

// isSecretRune: the service makes letters and digits. The vectors of the tests also have the characters of base64.
func isSecretRune(one rune) bool {
	return unicode.IsLetter(one) || unicode.IsNumber(one) || strings.ContainsRune("_+/=-", one)
}

// secretMistake returns the mistake of a secret, without a part of it. It wraps ErrNoSecret.
func secretMistake(secret string) error {
	rest, found := strings.CutPrefix(secret, secretPrefix)
	if !found || rest == "" {
		return ErrNoSecret
	}
	if strings.Contains(rest, secretPrefix) {
		return fmt.Errorf("%w. It has %s twice", ErrNoSecret, secretPrefix)
	}
	for place, one := range []rune(secret) {
		if isSecretRune(one) {
			continue
		}
		kind := "a character of no secret"
		if unicode.IsSpace(one) {
			kind = "a blank"
		}
		return fmt.Errorf("%w. It has %s (%U) at place %d", ErrNoSecret, kind, one, place+1)
	}
	return nil
}

// keyOf returns the bytes of a secret. In the notation of Standard Webhooks, they are in base64.
func keyOf(secret string) []byte {
	text := strings.TrimRight(strings.TrimPrefix(secret, secretPrefix), "=")
	if decoded, err := base64.RawStdEncoding.DecodeString(text); err == nil && secretMistake(string(decoded)) == nil {
		return decoded
	}
	return []byte(secret)
}

// Event is a received event. Branch on Type, ignore unknown types, and skip IDs that you have already handled.
type Event struct {
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	CreatedAt time.Time `json:"created_at"`
	// Data is {"delivery": {...}}, with "message": {...} if the endpoint has include_message. Of a ping: {"message": "..."}.
	Data json.RawMessage `json:"data"`
}

// Verifier verifies the requests of one endpoint. Signatures are compared in constant time.
type Verifier struct {
	secrets [][]byte
	// Now is this machine's clock. Tests may replace it.
	Now func() time.Time
}

// NewVerifier is called once, at the start: NewVerifier(os.Getenv("TIDINGS_WEBHOOK_SECRET")). It returns ErrNoSecret if
// a secret is missing, or is none. secrets: the whole secret including whsec_, or several while you rotate it, each as
// secret or as standard_secret.
func NewVerifier(secrets ...string) (*Verifier, error) {
	verifier := &Verifier{Now: time.Now}
	for _, secret := range secrets {
		if err := secretMistake(secret); err != nil {
			return nil, err
		}
		verifier.secrets = append(verifier.secrets, keyOf(secret))
	}
	if len(verifier.secrets) == 0 {
		return nil, ErrNoSecret
	}
	return verifier, nil
}

// Verify verifies one request. It returns nil if the request is authentic, a *VerificationError if it is not, and
// ErrNoSecret if the secret is missing. rawBody: the bytes as received. header: the value of X-Service-Signature, or
// empty.
func Verify(rawBody []byte, header, secret string) error {
	verifier, err := NewVerifier(secret)
	if err != nil {
		return err
	}
	return verifier.Verify(rawBody, header)
}

// Verify returns nil if the request is authentic, or else a *VerificationError. rawBody: the bytes as received. header:
// the value of X-Service-Signature, or empty.
func (verifier *Verifier) Verify(rawBody []byte, header string) error {
	return verifier.verify(rawBody, serviceFormat(header))
}

// VerifyRequest is like Verify, for all headers of a request: those of the service's own format, or else those of Standard
// Webhooks.
func (verifier *Verifier) VerifyRequest(rawBody []byte, headers http.Header) error {
	if values := valuesOf(headers, SignatureHeader); len(values) > 0 {
		return verifier.verify(rawBody, serviceFormat(onlyValue(values)))
	}
	id, timestamp := onlyValue(valuesOf(headers, "Webhook-Id")), onlyValue(valuesOf(headers, "Webhook-Timestamp"))
	return verifier.verify(rawBody, standardFormat(id, timestamp, onlyValue(valuesOf(headers, "Webhook-Signature"))))
}

// valuesOf returns the values of a header, in any case of its name. A map that a gateway fills may have other names than
// net/http.
func valuesOf(headers http.Header, name string) (values []string) {
	for key, found := range headers {
		if strings.EqualFold(key, name) {
			values = append(values, found...)
		}
	}
	return values
}

// onlyValue returns the value of a header, or nothing if the header is missing or repeated.
func onlyValue(values []string) string {
	if len(values) != 1 {
		return ""
	}
	return values[0]
}

func (verifier *Verifier) verify(rawBody []byte, signed *signedRequest) error {
	if signed == nil {
		return &VerificationError{BadHeader}
	}
	matched := false
	for _, secret := range verifier.secrets {
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(signed.prefix))
		mac.Write(rawBody)
		expected := mac.Sum(nil)
		for _, signature := range signed.signatures {
			// Constant time for equal lengths.
			if hmac.Equal(expected, signature) {
				matched = true
			}
		}
	}
	if !matched {
		return &VerificationError{NoMatch}
	}
	// The pattern allows 11 digits, which always fit.
	seconds, _ := strconv.ParseInt(signed.timestamp, 10, 64)
	difference := verifier.Now().Unix() - seconds
	if limit := int64(Tolerance / time.Second); difference > limit || difference < -limit {
		return &VerificationError{Stale}
	}
	return nil
}

// ReadEvent returns the event of a request, or a *VerificationError if the request is not authentic.
func (verifier *Verifier) ReadEvent(rawBody []byte, headers http.Header) (Event, error) {
	var event Event
	if err := verifier.VerifyRequest(rawBody, headers); err != nil {
		return event, err
	}
	err := json.Unmarshal(rawBody, &event)
	return event, err
}

// signedRequest has the signatures of a request, and the text in front of the body in the signed bytes.
type signedRequest struct {
	timestamp  string
	prefix     string
	signatures [][]byte
}

// serviceFormat reads t=<unix seconds>,v1=<hex>, with one v1 per secret. It returns nil if the header is malformed.
func serviceFormat(header string) *signedRequest {
	if len(header) > headerLengthMax {
		return nil
	}
	var timestamps, signatures []string
	for _, part := range strings.Split(header, ",") {
		part = strings.TrimSpace(part)
		if value, found := strings.CutPrefix(part, "t="); found {
			timestamps = append(timestamps, value)
		} else if value, found := strings.CutPrefix(part, "v1="); found {
			signatures = append(signatures, value)
		}
	}
	if len(timestamps) != 1 {
		return nil
	}
	return newSigned(timestamps[0], timestamps[0]+".", signatures, hexPattern, hex.DecodeString)
}

// standardFormat reads the headers of Standard Webhooks: one v1,<base64> per secret, with a blank between them. It returns
// nil if a header is malformed.
func standardFormat(id, timestamp, header string) *signedRequest {
	if len(header) > headerLengthMax || !messageIDPattern.MatchString(id) {
		return nil
	}
	var signatures []string
	for _, part := range strings.Split(header, " ") {
		if value, found := strings.CutPrefix(part, "v1,"); found {
			signatures = append(signatures, value)
		}
	}
	return newSigned(timestamp, id+"."+timestamp+".", signatures, base64Pattern, base64.StdEncoding.DecodeString)
}

func newSigned(timestamp, prefix string, signatures []string, pattern *regexp.Regexp, decode func(string) ([]byte, error)) *signedRequest {
	if !timestampPattern.MatchString(timestamp) || len(signatures) == 0 || len(signatures) > signaturesMax {
		return nil
	}
	signed := &signedRequest{timestamp: timestamp, prefix: prefix}
	for _, signature := range signatures {
		if !pattern.MatchString(signature) {
			continue
		}
		if decoded, err := decode(signature); err == nil {
			signed.signatures = append(signed.signatures, decoded)
		}
	}
	return signed
}
