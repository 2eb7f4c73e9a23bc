// Verifies a webhook request. Go 1.18 or newer, nothing but the standard library.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
)

const toleranceSeconds = 300

var timestampPattern = regexp.MustCompile(`^(0|[1-9][0-9]{0,10})$`)

// Verify answers "ok", or why to refuse with 400: "bad_header", "no_match" or "stale". rawBody: the bytes as received;
// header: X-Service-Signature; secrets: whole, with whsec_, several while rotating; now: time.Now().Unix().
func Verify(rawBody []byte, header string, secrets []string, now int64) string {
	var timestamps, signatures []string
	if len(header) <= 2048 {
		for _, part := range strings.Split(header, ",") {
			part = strings.TrimSpace(part)
			if strings.HasPrefix(part, "t=") {
				timestamps = append(timestamps, part[2:])
			} else if strings.HasPrefix(part, "v1=") {
				signatures = append(signatures, part[3:])
			}
		}
	}
	if len(timestamps) != 1 || !timestampPattern.MatchString(timestamps[0]) {
		return "bad_header"
	}
	if len(signatures) == 0 || len(signatures) > 8 {
		return "bad_header"
	}
	matched := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
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
	if !matched {
		return "no_match"
	}
	timestamp, _ := strconv.ParseInt(timestamps[0], 10, 64)
	if difference := now - timestamp; difference > toleranceSeconds || difference < -toleranceSeconds {
		return "stale"
	}
	return "ok"
}

// go run verify.go HEADER UNIX_SECONDS SECRET... < body
func main() {
	body, _ := io.ReadAll(os.Stdin)
	now, _ := strconv.ParseInt(os.Args[2], 10, 64)
	fmt.Println(Verify(body, os.Args[1], os.Args[3:], now))
}
