// Reads cases as JSON from standard input, prints what the example in Go says of each.
package main

import (
	"encoding/base64"
	"encoding/json"
	"os"

	"example/webhooks"
)

type testCase struct {
	Secrets any   `json:"secrets"`
	Body    any   `json:"body"`
	Header  any   `json:"header"`
	Now     int64 `json:"now"`
}

// Go has no other type to give: what is no text is none.
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
	return verifier.Verify(body, text(given.Header), given.Now)
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
