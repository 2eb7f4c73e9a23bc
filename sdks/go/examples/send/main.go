package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	tidings "github.com/tidings-owner/tidings/sdks/go"
	"github.com/tidings-owner/tidings/sdks/go/api"
)

func main() {
	ctx := context.Background()
	client, err := tidings.NewClient(os.Getenv("TIDINGS_API_KEY"), os.Getenv("TIDINGS_URL"))
	if err != nil {
		log.Fatal(err)
	}
	message, err := client.Messages.Create(ctx, &tidings.MessageParams{
		ExternalUserId:      "user-1",
		NotificationUser:    &tidings.NotificationUserParams{Email: tidings.Ptr("delivered@tidings.test")},
		MessageTemplateName: "welcome_message",
		MessageAttributes:   tidings.MessageAttributes{"order.id": "A-1"},
	})
	var refused *tidings.Error
	if errors.As(err, &refused) {
		log.Fatal(refused.Status, " ", refused.Code, " ", refused.Errors)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(message.RenderedSubject)
	for delivery, err := range client.Deliveries.List(ctx, &api.ListDeliveriesParams{MessageId: message.Id}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(delivery.Id, delivery.Status)
	}
}
