// Package webhooks verifies webhook requests. Go 1.18 or newer, with the standard library only.
package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"regexp"
	"strconv"
	"strings"
)

const toleranceSeconds = 300

var timestampPattern = regexp.MustCompile(`^(0|[1-9][0-9]{0,10})$`)
var secretPattern = regexp.MustCompile(`^whsec_[\pL\pN_+/=-]+$`)

// Verifier verifies the requests of one webhook endpoint.
type Verifier struct{ secrets [][]byte }

// The key is the whole secret. In the notation of Standard Webhooks (standard_secret), it is in base64.
func keyOf(secret string) []byte {
	text := strings.TrimRight(strings.TrimPrefix(secret, "whsec_"), "=")
	if decoded, err := base64.RawStdEncoding.DecodeString(text); err == nil && isSecret(string(decoded)) {
		return decoded
	}
	return []byte(secret)
}

// No blank, no line break, no list in one text: it would match no request.
func isSecret(text string) bool {
	return secretPattern.MatchString(text) && strings.LastIndex(text, "whsec_") == 0
}

// NewVerifier is called once, at the start: NewVerifier(os.Getenv("WEBHOOK_SECRET")). It returns an error if the secret
// is missing, or is no secret. secrets: the whole secret with its whsec_, or several while you rotate it.
func NewVerifier(secrets ...string) (*Verifier, error) {
	verifier := &Verifier{}
	for _, secret := range secrets {
		if !isSecret(secret) {
			verifier.secrets = nil
			break
		}
		verifier.secrets = append(verifier.secrets, keyOf(secret))
	}
	if len(verifier.secrets) == 0 {
		return nil, errors.New("the webhook secret is missing or empty, or is not a secret: set it to the whole secret, whsec_..., without blanks")
	}
	return verifier, nil
}

// Verify is called for each request: if it is false, return 400. rawBody: the bytes as received, io.ReadAll(r.Body);
// header: r.Header.Get("X-Service-Signature"), which is empty if it is missing; now: time.Now().Unix().
func (verifier *Verifier) Verify(rawBody []byte, header string, now int64) bool {
	if len(header) > 2048 {
		return false
	}
	var timestamps, signatures []string
	for _, part := range strings.Split(header, ",") {
		part = strings.TrimSpace(part)
		if strings.HasPrefix(part, "t=") {
			timestamps = append(timestamps, part[2:])
		} else if strings.HasPrefix(part, "v1=") {
			signatures = append(signatures, part[3:])
		}
	}
	if len(timestamps) != 1 || !timestampPattern.MatchString(timestamps[0]) || len(signatures) > 8 {
		return false
	}
	matched := false
	for _, secret := range verifier.secrets {
		mac := hmac.New(sha256.New, secret)
		mac.Write([]byte(timestamps[0] + "."))
		mac.Write(rawBody)
		expected := hex.EncodeToString(mac.Sum(nil))
		for _, signature := range signatures {
			// Constant time for equal lengths.
			if hmac.Equal([]byte(expected), []byte(signature)) {
				matched = true
			}
		}
	}
	timestamp, _ := strconv.ParseInt(timestamps[0], 10, 64)
	difference := now - timestamp
	return matched && difference <= toleranceSeconds && difference >= -toleranceSeconds
}
