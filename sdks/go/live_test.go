package tidings_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"testing"
	"time"

	tidings "github.com/tidings-owner/tidings/sdks/go"
	"github.com/tidings-owner/tidings/sdks/go/api"
	"github.com/tidings-owner/tidings/sdks/go/webhooks"
)

// If no event comes for so long, the test fails.
const eventTimeout = time.Minute

type received struct {
	event  webhooks.Event
	change *webhooks.StatusChange
}

// startReceiver starts an HTTPS server with the receiver. Its secret is read for every request.
func startReceiver(t *testing.T, secrets *[]string, events chan received) string {
	t.Helper()
	handler, err := webhooks.NewHandler(webhooks.Options[struct{}]{
		ReadSecrets: func() ([]string, error) { return *secrets, nil },
		Store:       webhooks.NewMemoryStore(1000),
		OnEvent: func(_ context.Context, event webhooks.Event, change *webhooks.StatusChange, _ struct{}) error {
			events <- received{event, change}
			return nil
		},
		OnError: func(err error) { t.Log(err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := tls.LoadX509KeyPair(os.Getenv("CERTIFICATE"), os.Getenv("CERTIFICATE"))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(handler)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server.URL + "/webhooks"
}

func next(t *testing.T, events chan received) received {
	t.Helper()
	select {
	case one := <-events:
		return one
	case <-time.After(eventTimeout):
		t.Fatal("no event came")
		return received{}
	}
}

func must[Value any](t *testing.T) func(Value, error) Value {
	return func(value Value, err error) Value {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func message(order string) api.CreateMessageJSONRequestBody {
	return api.CreateMessageJSONRequestBody{Message: api.MessageInput{
		ExternalUserId:      "go-1",
		MessageTemplateName: "receipt",
		MessageAttributes:   tidings.MessageAttributes{"order.id": order},
	}}
}

func TestRunningService(t *testing.T) {
	url := os.Getenv("TIDINGS_URL")
	if url == "" {
		t.Skip("TIDINGS_URL is not set")
	}
	ctx := context.Background()
	client := must[*tidings.Client](t)(tidings.NewClient(os.Getenv("TIDINGS_API_KEY"), url))
	secrets, events := []string{}, make(chan received, 100)
	receiverURL := startReceiver(t, &secrets, events)

	endpoint, err := client.CreateWebhookEndpointWithResponse(ctx, nil, api.WebhookEndpointRequest{
		WebhookEndpoint: api.WebhookEndpointInput{Url: receiverURL},
	})
	if err != nil {
		t.Fatal(err)
	}
	secrets = append(secrets, endpoint.JSON201.WebhookEndpoint.Secret)
	tested, err := client.TestWebhookEndpointWithResponse(ctx, endpoint.JSON201.WebhookEndpoint.Id, nil)
	if err != nil {
		t.Fatal(err)
	}
	if ping := next(t, events); ping.event.ID != tested.JSON202.EventId || ping.change != nil {
		t.Errorf("the ping was %v", ping)
	}

	user, err := client.CreateNotificationUserWithResponse(ctx, nil, api.CreateNotificationUserJSONRequestBody{
		NotificationUser: api.NotificationUserInput{ExternalUserId: tidings.Ptr("go-1"), Email: tidings.Ptr("delivered@tidings.test")},
	})
	if err != nil {
		t.Fatal(err)
	}
	key := &api.CreateMessageParams{IdempotencyKey: "go-order-1"}
	sent, err := client.CreateMessageWithResponse(ctx, key, message("A-1"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := client.CreateMessageWithResponse(ctx, key, message("A-1"))
	if err != nil || again.JSON201.Message.Id != sent.JSON201.Message.Id {
		t.Errorf("one key made two messages: %v", err)
	}
	delivery := sent.JSON201.Message.Deliveries[0].Id
	for {
		one := next(t, events)
		if one.event.Type == "delivery.delivered" && one.change.DeliveryID == delivery && one.change.Advanced {
			break
		}
	}

	listed, err := client.ListMessagesWithResponse(ctx, &api.ListMessagesParams{NotificationUserId: user.JSON201.NotificationUser.Id})
	if err != nil {
		t.Fatal(err)
	}
	if found := listed.JSON200.Messages; len(found) != 1 || found[0].RenderedSubject != "Order A-1" {
		t.Errorf("listed: %v", found)
	}
	useResources(ctx, t, client)
	var refused *tidings.Error
	if _, err := client.GetMessageWithResponse(ctx, 1<<40, nil); !errors.As(err, &refused) || refused.Status != http.StatusNotFound || refused.Code != "not_found" {
		t.Errorf("an unknown message: %v", err)
	}
	if _, err := client.CreateMessageWithResponse(ctx, nil, api.CreateMessageJSONRequestBody{}); !errors.As(err, &refused) || len(refused.Errors) == 0 {
		t.Errorf("a message without fields: %v", err)
	}
}

// useResources calls one method of each shape: with a body, with a key, without a result, and lists of several pages.
func useResources(ctx context.Context, t *testing.T, client *tidings.Client) {
	t.Helper()
	first := must[*api.Topic](t)(client.Topics.Create(ctx, &api.TopicInput{Name: "go_1", Label: "One"}))
	must[*api.Topic](t)(client.Topics.Create(ctx, &api.TopicInput{Name: "go_2", Label: "Two"}))
	var names []string
	for topic, err := range client.Topics.List(ctx, &api.ListTopicsParams{Limit: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, topic.Name)
	}
	if !slices.Contains(names, "go_1") || !slices.Contains(names, "go_2") {
		t.Errorf("the pages have %q", names)
	}
	if err := client.Topics.Delete(ctx, first.Id); err != nil {
		t.Fatal(err)
	}
	var refused *tidings.Error
	if _, err := client.Topics.Get(ctx, first.Id); !errors.As(err, &refused) || refused.Code != "not_found" {
		t.Errorf("a deleted topic: %v", err)
	}
	params := &tidings.MessageParams{ExternalUserId: "go-1", MessageTemplateName: "receipt", MessageAttributes: map[string]any{"order.id": "A-9"}}
	keyed := tidings.WithIdempotencyKey(ctx, "go-order-9")
	sent, again := must[*api.Message](t)(client.Messages.Create(keyed, params)), must[*api.Message](t)(client.Messages.Create(keyed, params))
	if sent.Id != again.Id || sent.RenderedSubject != "Order A-9" {
		t.Errorf("one key made %d and %d", sent.Id, again.Id)
	}
	if account := must[*api.Account](t)(client.Account.Get(ctx)); account.Id == 0 {
		t.Error("the account has no id")
	}
	for range 2 {
		user := must[*api.NotificationUser](t)(client.NotificationUsers.Upsert(ctx, "go-2", &tidings.NotificationUserParams{FirstName: tidings.Ptr("Ada")}))
		if *user.FirstName != "Ada" {
			t.Errorf("the recipient is %v", user)
		}
	}
	var types []string
	for event, err := range client.WebhookEvents.List(ctx, &api.ListWebhookEventsParams{Limit: 3}) {
		if err != nil {
			t.Fatal(err)
		}
		types = append(types, string(event.Type))
	}
	if len(types) < 5 || types[0] != "ping" {
		t.Errorf("the feed has %q", types)
	}
}

// The service has no time for some messages of this batch at its first request.
func TestLateBatch(t *testing.T) {
	url := os.Getenv("TIDINGS_LATE_URL")
	if url == "" {
		t.Skip("TIDINGS_LATE_URL is not set")
	}
	client := must[*tidings.Client](t)(tidings.NewClient(os.Getenv("TIDINGS_API_KEY"), url))
	messages := make([]tidings.MessageParams, 103)
	for index := range messages {
		messages[index] = tidings.MessageParams{
			ExternalUserId: fmt.Sprintf("late-%03d", index), MessageTemplateName: "receipt", NotificationUser: &tidings.NotificationUserParams{},
		}
	}
	results := must[[]api.BatchResult](t)(client.Messages.Batch(context.Background(), messages))
	users := map[int64]bool{}
	for index, result := range results {
		if result.Index != index || result.Message == nil {
			t.Errorf("the result %d is %v", index, result)
			continue
		}
		users[result.Message.NotificationUserId] = true
	}
	if len(users) != len(messages) {
		t.Errorf("%d recipients have a message", len(users))
	}
}
