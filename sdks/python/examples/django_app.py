"""A receiver with Django, in one file: ``python django_app.py runserver 4000``."""

import os
import sqlite3
import sys

from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
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


# The signature takes the place of the CSRF token. Do not read request.body before: it has a limit of its own.
@csrf_exempt
@require_POST
def webhooks(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=receiver.receive_wsgi(request.environ))


urlpatterns = [path("webhooks", webhooks)]

settings.configure(ROOT_URLCONF=__name__, SECRET_KEY=os.urandom(32).hex(), ALLOWED_HOSTS=["*"])

if __name__ == "__main__":
    execute_from_command_line(sys.argv)
