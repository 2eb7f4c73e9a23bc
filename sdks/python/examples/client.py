import os

from tidings import Client, TidingsError, models

with Client(api_key=os.environ.get("TIDINGS_API_KEY"), base_url=os.environ.get("TIDINGS_URL")) as client:
    client.notification_users.create(external_user_id="user-2", email="delivered@tidings.test", first_name="Ada")
    message = client.messages.create(
        external_user_id="user-2",
        message_template_name="welcome_message",
        message_attributes_attributes=[models.MessageAttributeInput(name="order.id", value="A-1")],
    )
    print(message.rendered_subject)
    for delivery in client.deliveries.list(message_id=message.id):
        print(delivery.id, delivery.status)
    try:
        client.messages.create(external_user_id="nobody", message_template_name="welcome_message")
    except TidingsError as error:
        print(error.status, error.code, error.errors)
