// Printed by `npm run generate` from sdk/src/statuses.ts. DO NOT EDIT.

package webhooks

// StatusRanks is the rank of each delivery status. Events arrive in any order: a status with a lower rank is older. If a
// status is missing here, it is newer than this file and has no rank.
var StatusRanks = map[string]int{
	"scheduled": 10,
	"queued":    20,
	"retrying":  30,
	"sent":      40,
	"failed":    50,
	"delivered": 60,
	"bounced":   70,
	"opened":    80,
	"canceled":  90,
}
