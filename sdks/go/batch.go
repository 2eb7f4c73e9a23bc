package tidings

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/tidings-owner/tidings/sdks/go/api"
)

// sendBatch sends the messages that were not tried again, and returns the results in the order of the messages.
func (calls resource) sendBatch(ctx context.Context, messages []api.MessageInput) ([]api.BatchResult, error) {
	key, results := keyOf(ctx), make([]api.BatchResult, len(messages))
	left := make([]int, len(messages))
	for index := range messages {
		left[index] = index
	}
	for resends := 0; ; resends++ {
		body := api.CreateMessagesBody{Messages: make([]api.MessageInput, len(left))}
		for place, index := range left {
			body.Messages[place] = messages[index]
		}
		response, err := calls.api.CreateMessagesWithResponse(WithIdempotencyKey(ctx, batchKey(key, resends)), nil, body)
		if err != nil {
			return nil, err
		}
		var notTried []int
		for place, result := range response.JSON200.Results {
			result.Index = left[place]
			results[result.Index] = result
			if result.Code != nil && *result.Code == "overloaded" {
				notTried = append(notTried, result.Index)
			}
		}
		if left = notTried; len(left) == 0 || resends == calls.retriesMax {
			return results, nil
		}
		if err := pause(ctx, retryWaits[resends]); err != nil {
			return nil, err
		}
	}
}

// batchKey returns the idempotency key of a batch that is sent again for the messages that were not tried. The same key
// gives the same keys, so a repeated call repeats each of its requests.
func batchKey(key string, resends int) string {
	if resends == 0 {
		return key
	}
	derived := hmac.New(sha256.New, []byte(key))
	fmt.Fprintf(derived, "resend %d", resends)
	return hex.EncodeToString(derived.Sum(nil))
}
