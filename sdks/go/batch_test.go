package tidings

import "testing"

// The keys are those of the clients in other languages.
func TestBatchKeys(t *testing.T) {
	const vector = "3b91defc3e981fbd2f3d86e1cc7bc8479fa334f5fb69bc69f66c0b0d6ffa3c63"
	if batchKey("order-1", 0) != "order-1" || batchKey("order-1", 1) != vector {
		t.Error(batchKey("order-1", 1))
	}
}
