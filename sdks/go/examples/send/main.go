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
	user, template, email := "user-1", "welcome_message", "delivered@tidings.test"
	sent, err := client.CreateMessageWithResponse(ctx, nil, api.CreateMessageJSONRequestBody{
		Message: api.MessageInput{
			ExternalUserId:      &user,
			NotificationUser:    &api.NotificationUserInput{Email: &email},
			MessageTemplateName: &template,
		},
	})
	var refused *tidings.Error
	if errors.As(err, &refused) {
		log.Fatal(refused.Status, " ", refused.Code, " ", refused.Errors)
	}
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(sent.JSON201.Message.Id)
}
