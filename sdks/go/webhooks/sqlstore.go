package webhooks

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// Tables are the statements for the two tables of SQLStore. Run them with CreateTables, or in your own migration.
var Tables = []string{
	`create table if not exists webhook_received_events (
  id text primary key,
  received_at timestamptz not null default current_timestamp
)`,
	`create index if not exists webhook_received_events_at on webhook_received_events (received_at)`,
	`create table if not exists webhook_delivery_statuses (
  delivery_id bigint primary key,
  status text not null,
  rank smallint not null,
  updated_at timestamptz not null default current_timestamp
)`,
}

// SQLStore is a store in your PostgreSQL. The event, the delivery's status and everything that you write through the given
// transaction commit together or not at all. So each event takes effect exactly once.
type SQLStore struct{ db *sql.DB }

// NewSQLStore makes a store in db, a database with the tables of CreateTables.
func NewSQLStore(db *sql.DB) *SQLStore { return &SQLStore{db} }

// CreateTables creates the tables of the store if they are missing.
func (store *SQLStore) CreateTables(ctx context.Context) error {
	for _, statement := range Tables {
		if _, err := store.db.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("create the tables of the webhook store: %w", err)
		}
	}
	return nil
}

// Once is explained by Store. Do not commit the transaction yourself.
func (store *SQLStore) Once(ctx context.Context, event Event, work func(*StatusChange, *sql.Tx) error) (bool, error) {
	tx, err := store.db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	// After a commit this does nothing. If work panics, it ends the transaction.
	defer func() { _ = tx.Rollback() }()
	// A second transaction with the same id waits here until the first one ends.
	isNew, err := changes(ctx, tx, `insert into webhook_received_events (id) values ($1) on conflict (id) do nothing`, event.ID)
	if err != nil || !isNew {
		return false, err
	}
	change, err := advance(ctx, tx, event)
	if err != nil {
		return false, err
	}
	if err := work(change, tx); err != nil {
		return false, err
	}
	return true, tx.Commit()
}

// advance raises the delivery's status, never lowers it.
func advance(ctx context.Context, tx *sql.Tx, event Event) (*StatusChange, error) {
	change, rank, ok := statusOf(event)
	if !ok {
		return nil, nil
	}
	advanced, err := changes(ctx, tx, `insert into webhook_delivery_statuses (delivery_id, status, rank) values ($1, $2, $3)
on conflict (delivery_id) do update
  set status = excluded.status, rank = excluded.rank, updated_at = current_timestamp
  where excluded.rank > webhook_delivery_statuses.rank`, change.DeliveryID, change.Status, rank)
	change.Advanced = advanced
	return &change, err
}

// changes runs a statement, and returns true if it changed a row.
func changes(ctx context.Context, tx *sql.Tx, statement string, values ...any) (bool, error) {
	result, err := tx.ExecContext(ctx, statement, values...)
	if err != nil {
		return false, err
	}
	rows, err := result.RowsAffected()
	return rows == 1, err
}

// ForgetOldEvents deletes events that were received more than age ago, and returns their number. The service repeats an
// event for at most 30 days.
func (store *SQLStore) ForgetOldEvents(ctx context.Context, age time.Duration) (int64, error) {
	const statement = `delete from webhook_received_events where received_at < $1`
	result, err := store.db.ExecContext(ctx, statement, time.Now().Add(-age))
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
