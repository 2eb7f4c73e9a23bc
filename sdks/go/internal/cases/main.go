// The program cases reads cases as JSON from standard input, and prints the result of the verifier for each.
package main

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"time"

	"github.com/tidings-owner/tidings/sdks/go/webhooks"
)

type testCase struct {
	Secrets any   `json:"secrets"`
	Body    any   `json:"body"`
	Header  any   `json:"header"`
	Now     int64 `json:"now"`
}

// Go has no other type to give: a value of another type is an empty text.
func text(value any) string {
	given, _ := value.(string)
	return given
}

func outcome(given testCase) any {
	var secrets []string
	if list, isList := given.Secrets.([]any); isList {
		for _, secret := range list {
			secrets = append(secrets, text(secret))
		}
	} else {
		secrets = append(secrets, text(given.Secrets))
	}
	verifier, err := webhooks.NewVerifier(secrets...)
	if err != nil {
		return "refused"
	}
	body, err := base64.StdEncoding.DecodeString(text(given.Body))
	if err != nil {
		panic(err)
	}
	verifier.Now = func() time.Time { return time.Unix(given.Now, 0) }
	return verifier.Verify(body, text(given.Header)) == nil
}

func main() {
	var cases []testCase
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	outcomes := []any{}
	for _, given := range cases {
		outcomes = append(outcomes, outcome(given))
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		panic(err)
	}
}
