from tidings import Client, TidingsError

# Reads TIDINGS_API_KEY and TIDINGS_URL.
with Client() as client:
    client.notification_users.upsert("user-2", email="delivered@tidings.test", first_name="Ada")
    message = client.messages.create(
        external_user_id="user-2",
        message_template_name="welcome_message",
        message_attributes={"order.id": "A-1"},
    )
    print(message.rendered_subject)
    for delivery in client.deliveries.list(message_id=message.id):
        print(delivery.id, delivery.status)
    try:
        client.messages.create(external_user_id="nobody", message_template_name="welcome_message")
    except TidingsError as error:
        print(error.status, error.code, error.errors)
