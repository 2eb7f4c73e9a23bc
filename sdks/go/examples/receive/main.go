package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"os"

	_ "github.com/lib/pq"

	"github.com/tidings-owner/tidings/sdks/go/webhooks"
)

func main() {
	db, err := sql.Open("postgres", os.Getenv("APP_DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	store := webhooks.NewSQLStore(db)
	if err := store.CreateTables(context.Background()); err != nil {
		log.Fatal(err)
	}
	if _, err := db.Exec("create table if not exists bounces (delivery_id bigint primary key)"); err != nil {
		log.Fatal(err)
	}
	handler, err := webhooks.NewHandler(webhooks.Options[*sql.Tx]{
		Secrets: []string{os.Getenv("TIDINGS_WEBHOOK_SECRET")},
		Store:   store,
		OnEvent: func(ctx context.Context, event webhooks.Event, change *webhooks.StatusChange, tx *sql.Tx) error {
			log.Println(event.Type)
			if event.Type == "delivery.bounced" && change != nil && change.Advanced {
				_, err := tx.ExecContext(ctx, "insert into bounces values ($1)", change.DeliveryID)
				return err
			}
			return nil
		},
		OnError: func(err error) { log.Println(err) },
	})
	if err != nil {
		log.Fatal(err)
	}
	http.Handle("/webhooks", handler)
	log.Fatal(http.ListenAndServe(":4000", nil))
}
