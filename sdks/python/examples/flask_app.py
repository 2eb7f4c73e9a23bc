"""A receiver with Flask: ``flask --app flask_app run --port 4000``."""

import os
import sqlite3

from flask import Flask, request
from tidings import Receiver, SqliteStore, StatusChange, WebhookEvent

DATABASE = os.environ.get("APP_DATABASE", "app.db")

with sqlite3.connect(DATABASE) as database:
    database.execute("create table if not exists bounces (delivery_id integer primary key)")


def on_event(event: WebhookEvent, change: StatusChange | None, connection: sqlite3.Connection) -> None:
    print(event.type, flush=True)
    if event.type == "delivery.bounced" and change is not None and change.advanced:
        connection.execute("insert into bounces values (?)", (change.delivery_id,))


receiver = Receiver(
    secret=os.environ.get("TIDINGS_WEBHOOK_SECRET"),
    store=SqliteStore(DATABASE),
    on_event=on_event,
    on_error=lambda error: print(repr(error), flush=True),
)

app = Flask(__name__)


@app.post("/webhooks")
def webhooks() -> tuple[str, int]:
    return "", receiver.receive_stream(request.stream, request.headers)
