package webhooks

import (
	"context"
	"encoding/json"
	"sync"
)

// StatusChange is the status of a delivery in an event, compared with earlier events.
type StatusChange struct {
	DeliveryID int64
	Status     string
	// Advanced is true if the status ranks higher than all earlier ones of the delivery.
	Advanced bool
}

// Store stores the ids of handled events and the status of each delivery. Tx is passed to your function: for SQLStore the
// transaction of the event.
type Store[Tx any] interface {
	// Once runs work once for each event id, and never twice at the same time for one id. If work returns an error, Once
	// returns it and stores nothing, so the event will be sent again. The change is nil if the event has no delivery or a
	// status unknown to this version. handled is false if the event came before.
	Once(ctx context.Context, event Event, work func(change *StatusChange, tx Tx) error) (handled bool, err error)
}

// statusOf returns the delivery, status and rank in an event. ok is false if the event has no delivery or an unknown
// status.
func statusOf(event Event) (change StatusChange, rank int, ok bool) {
	var data struct {
		Delivery *struct {
			ID     int64  `json:"id"`
			Status string `json:"status"`
		} `json:"delivery"`
	}
	if json.Unmarshal(event.Data, &data) != nil || data.Delivery == nil {
		return change, 0, false
	}
	rank, ok = StatusRanks[data.Delivery.Status]
	return StatusChange{DeliveryID: data.Delivery.ID, Status: data.Delivery.Status}, rank, ok
}

// MemoryStore is a store in memory for one process, lost when the process ends. Use it for development, or if repeated
// events do no harm. It handles one event at a time.
type MemoryStore struct {
	lock       sync.Mutex
	entriesMax int
	events     map[string]bool
	ranks      map[int64]int
	// The oldest entries come first, so that they are removed first.
	eventOrder []string
	rankOrder  []int64
}

// NewMemoryStore makes a store for the newest entriesMax events and deliveries. 100,000 is a good number.
func NewMemoryStore(entriesMax int) *MemoryStore {
	return &MemoryStore{entriesMax: entriesMax, events: map[string]bool{}, ranks: map[int64]int{}}
}

// Once is explained by Store. The transaction is an empty struct.
func (store *MemoryStore) Once(_ context.Context, event Event, work func(*StatusChange, struct{}) error) (bool, error) {
	store.lock.Lock()
	defer store.lock.Unlock()
	if store.events[event.ID] {
		return false, nil
	}
	change, rank, ok := statusOf(event)
	if !ok {
		if err := work(nil, struct{}{}); err != nil {
			return false, err
		}
	} else {
		change.Advanced = rank > store.ranks[change.DeliveryID]
		if err := work(&change, struct{}{}); err != nil {
			return false, err
		}
		if change.Advanced {
			store.rankOrder = remember(store.ranks, store.rankOrder, change.DeliveryID, rank, store.entriesMax)
		}
	}
	store.eventOrder = remember(store.events, store.eventOrder, event.ID, true, store.entriesMax)
	return true, nil
}

// remember writes an entry, and removes the oldest if there are too many. It returns the new order.
func remember[Key comparable, Value any](entries map[Key]Value, order []Key, key Key, value Value, entriesMax int) []Key {
	if _, known := entries[key]; !known {
		order = append(order, key)
	}
	entries[key] = value
	if len(order) > entriesMax {
		delete(entries, order[0])
		order = order[1:]
	}
	return order
}
