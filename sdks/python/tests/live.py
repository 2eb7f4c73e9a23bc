"""Uses a running service: ``TIDINGS_URL``, ``TIDINGS_API_KEY``, and ``CERTIFICATE`` with its key in one PEM file.

The account has the template ``receipt``. It prints one line of JSON about everything that it saw.
"""

import asyncio
import json
import os
import queue
import socketserver
import ssl
import sys
import tempfile
import threading
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

from tidings import AsyncClient, Client, Receiver, SqliteStore, TidingsError, wsgi_app

URL = os.environ["TIDINGS_URL"]
KEY = os.environ["TIDINGS_API_KEY"]

#: If no event comes for so long, the program fails, seconds.
WAIT_SECONDS = 60


class Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, format, *args):
        pass


def start_receiver(store, secrets, events):
    """An HTTPS server with the receiver. Returns its URL."""
    receiver = Receiver(
        secret=lambda: secrets,
        store=store,
        on_event=lambda event, change, connection: events.put((event, change)),
        on_error=lambda error: print(repr(error), file=sys.stderr),
    )
    server = Server(("127.0.0.1", 0), Quiet)
    server.set_app(wsgi_app(receiver))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.environ["CERTIFICATE"])
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"https://127.0.0.1:{server.server_port}/webhooks"


def use(client, events):
    """Sends and lists with the client, and waits for the events."""
    user = client.notification_users.create(
        external_user_id="py-1", email="delivered@tidings.test", first_name="Grace", attributes={"plan": "pro"}
    )
    message = client.messages.create(
        external_user_id="py-1", message_template_name="receipt", message_attributes={"order.id": "A-1"}
    )
    found = {}
    while "delivery.delivered" not in found:
        event, change = events.get(timeout=WAIT_SECONDS)
        if change is not None and change.delivery_id == message.deliveries[0].id:
            found[event.type] = change.advanced
    return user, message, found


def idempotent(client):
    """Two calls with one key make one message."""
    keyed = client.with_idempotency_key("py-order-1")
    ids = {
        keyed.messages.create(
            external_user_id="py-1", message_template_name="receipt", message_attributes={"order.id": "A-2"}
        ).id
        for _ in range(2)
    }
    return len(ids)


def topics(client):
    """The resources have their own names, and one row a page."""
    for name in ("py_1", "py_2"):
        topic = client.topics.create(name=name, label=name.upper())
    client.topics.update(topic.id, label="Two")
    labels = {topic.name: topic.label for topic in client.topics.list(limit=1)}
    client.topics.delete(topic.id)
    return labels


async def use_async():
    async with AsyncClient(api_key=KEY, base_url=URL) as client:
        await client.messages.create(
            external_user_id="py-1", message_template_name="receipt", message_attributes={"order.id": "A-3"}
        )
        return [message.rendered_subject async for message in client.messages.list(external_user_id="py-1", limit=2)]


def main():
    secrets, events = [], queue.Queue()
    with tempfile.TemporaryDirectory() as directory, Client(api_key=KEY, base_url=URL) as client:
        url = start_receiver(SqliteStore(Path(directory) / "webhooks.db"), secrets, events)
        endpoint = client.webhook_endpoints.create(url=url)
        secrets.append(endpoint.secret)
        ping = client.webhook_endpoints.test(endpoint.id)
        pinged = events.get(timeout=WAIT_SECONDS)[0]
        user, message, found = use(client, events)
        made_by_one_key = idempotent(client)
        listed = asyncio.run(use_async())
        try:
            client.messages.get(2**40)
            refusal = None
        except TidingsError as error:
            refusal = [error.status, error.code]
        try:
            client.messages.create()
            errors = None
        except TidingsError as error:
            errors = [error.code, sorted(error.errors or {}) != []]
        print(
            json.dumps(
                {
                    "ping": pinged.id == ping and pinged.type == "ping",
                    "user": [user.external_user_id, user.first_name],
                    "subject": message.rendered_subject,
                    "delivered": found["delivery.delivered"],
                    "made_by_one_key": made_by_one_key,
                    "listed": listed,
                    "users": [one.external_user_id for one in client.notification_users.list(limit=1)],
                    "delivery": client.deliveries.get(message.deliveries[0].id).status,
                    "account": client.account.get().created_at.year > 2000,
                    "newest": next(client.webhook_events.newest()).type.startswith("delivery."),
                    "feed": sorted({event.type for event in client.webhook_events.list(limit=2)}),
                    "topics": topics(client),
                    "found": client.request("GET", "/api/v1/search", query={"q": "py-1"})["results"] != [],
                    "refusal": refusal,
                    "errors": errors,
                }
            )
        )


main()
