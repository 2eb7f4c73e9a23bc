"""A receiver with FastAPI and SQLAlchemy: ``uvicorn fastapi_app:app --port 4000``."""

import os

from fastapi import FastAPI, Request, Response
from sqlalchemy import BigInteger, Column, Connection, Table, create_engine, insert
from tidings import Receiver, StatusChange, WebhookEvent
from tidings.sqlalchemy_store import METADATA, SQLAlchemyStore

engine = create_engine(os.environ.get("APP_DATABASE_URL", "sqlite:///app.db"))
bounces = Table("bounces", METADATA, Column("delivery_id", BigInteger, primary_key=True, autoincrement=False))
METADATA.create_all(engine)


def on_event(event: WebhookEvent, change: StatusChange | None, connection: Connection) -> None:
    print(event.type, flush=True)
    if event.type == "delivery.bounced" and change is not None and change.advanced:
        connection.execute(insert(bounces).values(delivery_id=change.delivery_id))


receiver = Receiver(
    secret=os.environ.get("TIDINGS_WEBHOOK_SECRET"),
    store=SQLAlchemyStore(engine),
    on_event=on_event,
    on_error=lambda error: print(repr(error), flush=True),
)

app = FastAPI()


@app.post("/webhooks")
async def webhooks(request: Request) -> Response:
    return Response(status_code=await receiver.receive_async(request.stream(), request.headers))
