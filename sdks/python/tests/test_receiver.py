"""The receiver with each of its stores."""

import asyncio
import hashlib
import hmac
import io
import json
import os
import tempfile
import threading
import time
import unittest
from pathlib import Path
from wsgiref.util import setup_testing_defaults

import sqlalchemy

from tidings import MemoryStore, Receiver, SqliteStore, wsgi_app
from tidings.receiver import BODY_BYTES_MAX
from tidings.sqlalchemy_store import METADATA, SQLAlchemyStore

SECRET = "whsec_TEST_of_the_receiver"
_numbers = iter(range(1, 1_000_000))


def event_of(status, delivery_id=None):
    number = next(_numbers)
    delivery = {"id": delivery_id or number, "status": status}
    kind = f"delivery.{status}"
    return {"id": f"evt_{number}", "type": kind, "created_at": "2026-11-21T04:40:12Z", "data": {"delivery": delivery}}


def request_of(event, secret=SECRET):
    body = json.dumps(event).encode()
    timestamp = str(int(time.time()))
    signature = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    return body, f"t={timestamp},v1={signature}"


class Recording:
    """A receiver that records its events, and fails if it is told to."""

    def __init__(self, store):
        self.handled = []
        self.errors = []
        self.failing = False
        self.receiver = Receiver(
            secret=SECRET, store=store, on_event=self._on_event, on_error=lambda error: self.errors.append(error)
        )

    def _on_event(self, event, change, connection):
        if self.failing:
            raise RuntimeError("no")
        self.handled.append((event.id, None if change is None else (change.status, change.advanced)))

    def receive(self, event, secret=SECRET):
        return self.receiver.receive(*request_of(event, secret))


class ReceiverRules:
    """The rules for every store. A subclass makes the store."""

    def test_an_event_is_handled_once(self):
        recording = Recording(self.store)
        event = event_of("sent")
        self.assertEqual([recording.receive(event) for _ in range(3)], [204, 204, 204])
        self.assertEqual(recording.handled, [(event["id"], ("sent", True))])

    def test_copies_at_the_same_moment_are_handled_once(self):
        recording = Recording(self.store)
        event = event_of("sent")
        statuses = []
        threads = [threading.Thread(target=lambda: statuses.append(recording.receive(event))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(statuses, [204] * 8)
        self.assertEqual(len(recording.handled), 1)

    def test_a_status_never_moves_backwards(self):
        recording = Recording(self.store)
        for status in ["sent", "queued", "delivered", "sent"]:
            recording.receive(event_of(status, delivery_id=7))
        found = [change for _, change in recording.handled]
        self.assertEqual(found, [("sent", True), ("queued", False), ("delivered", True), ("sent", False)])

    def test_a_ping_and_an_unknown_status_have_no_change(self):
        recording = Recording(self.store)
        ping = {"id": f"evt_{next(_numbers)}", "type": "ping", "created_at": "", "data": {"message": "Hello"}}
        for event in [ping, event_of("teleported")]:
            self.assertEqual(recording.receive(event), 204)
        self.assertEqual([change for _, change in recording.handled], [None, None])

    def test_a_failed_event_is_forgotten_and_handled_again(self):
        recording = Recording(self.store)
        recording.failing = True
        event = event_of("sent")
        self.assertEqual(recording.receive(event), 500)
        self.assertEqual([str(error) for error in recording.errors], ["no"])
        recording.failing = False
        self.assertEqual(recording.receive(event), 204)
        self.assertEqual(recording.handled, [(event["id"], ("sent", True))])

    def test_a_forged_request_is_refused_before_it_is_parsed(self):
        recording = Recording(self.store)
        self.assertEqual(recording.receive(event_of("sent"), "whsec_other"), 400)
        self.assertEqual(recording.receiver.receive(b"{", "t=1,v1=00"), 400)
        self.assertEqual(recording.receiver.receive(b"{}", None), 400)
        self.assertEqual((recording.handled, recording.errors), ([], []))


class WithMemory(ReceiverRules, unittest.TestCase):
    def setUp(self):
        self.store = MemoryStore()

    def test_it_keeps_the_newest_events(self):
        recording = Recording(MemoryStore(entries_max=2))
        first, second, third = event_of("sent"), event_of("sent"), event_of("sent")
        for event in [first, second, third, third, first]:
            recording.receive(event)
        self.assertEqual([id for id, _ in recording.handled], [one["id"] for one in (first, second, third, first)])


class InTransaction(ReceiverRules):
    """A store in a database. A subclass reads and writes with its kind of connection."""

    def test_writes_of_the_work_commit_with_the_event_or_not_at_all(self):
        def on_event(event, change, connection):
            self.execute(connection, "insert into orders values (1)")
            if recording.failing:
                raise RuntimeError("no")

        self.store_execute("create table orders (id integer primary key)")
        recording = Recording(self.store)
        receiver = Receiver(secret=lambda: [SECRET, "whsec_next"], store=self.store, on_event=on_event)
        request = request_of(event_of("delivered"))
        recording.failing = True
        self.assertEqual(receiver.receive(*request), 500)
        self.assertEqual(self.store_execute("select * from orders"), [])
        recording.failing = False
        self.assertEqual(receiver.receive(*request), 204)
        self.assertEqual(self.store_execute("select * from orders"), [(1,)])

    def test_old_events_are_forgotten(self):
        self.assertEqual(Recording(self.store).receive(event_of("sent")), 204)
        self.store_execute("update webhook_received_events set received_at = '2001-01-01 00:00:00'")
        self.assertEqual(self.store.forget_old_events(), 1)
        self.assertEqual(self.store.forget_old_events(), 0)


class WithSqlite(InTransaction, unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.store = SqliteStore(Path(directory.name) / "webhooks.db")

    def execute(self, connection, statement):
        return connection.execute(statement).fetchall()

    def store_execute(self, statement):
        with self.store._connect() as connection:
            return self.execute(connection, statement)


class WithSqliteInMemory(WithSqlite):
    def setUp(self):
        self.store = SqliteStore(":memory:")


class WithSqliteInAnUnnamedFile(WithSqlite):
    def setUp(self):
        self.store = SqliteStore("")


class WithSQLAlchemy(InTransaction, unittest.TestCase):
    def engine(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        return sqlalchemy.create_engine(f"sqlite:///{directory.name}/webhooks.db")

    def setUp(self):
        self._engine = self.engine()
        self.addCleanup(self._engine.dispose)
        METADATA.create_all(self._engine)
        self.store = SQLAlchemyStore(self._engine)

    def execute(self, connection, statement):
        result = connection.execute(sqlalchemy.text(statement))
        return [tuple(row) for row in result] if result.returns_rows else []

    def store_execute(self, statement):
        with self._engine.begin() as connection:
            return self.execute(connection, statement)

    def test_a_database_of_each_thread_is_refused(self):
        for url in ["sqlite://", "sqlite:///:memory:"]:
            with self.assertRaisesRegex(ValueError, "give a file"):
                SQLAlchemyStore(sqlalchemy.create_engine(url))
        SQLAlchemyStore(sqlalchemy.create_engine("sqlite://", poolclass=sqlalchemy.StaticPool))

    def test_another_database_is_refused(self):
        engine = sqlalchemy.create_mock_engine("mysql://", executor=None)
        with self.assertRaisesRegex(ValueError, "not with mysql"):
            SQLAlchemyStore(engine)


@unittest.skipUnless("TEST_POSTGRES_URL" in os.environ, "TEST_POSTGRES_URL is not set")
class WithPostgres(WithSQLAlchemy):
    def engine(self):
        engine = sqlalchemy.create_engine(os.environ["TEST_POSTGRES_URL"])
        with engine.begin() as connection:
            connection.execute(sqlalchemy.text("drop table if exists orders"))
            METADATA.drop_all(connection)
        return engine


class Bounds(unittest.TestCase):
    def setUp(self):
        self.recording = Recording(MemoryStore())

    def test_a_missing_secret_stops_the_start(self):
        for secret in [None, "", "whsec_"]:
            with self.subTest(secret), self.assertRaisesRegex(ValueError, "missing, empty"):
                Receiver(secret=secret, store=MemoryStore(), on_event=lambda *given: None)

    def test_a_secret_that_is_missing_later_is_a_500(self):
        errors = []
        receiver = Receiver(
            secret=lambda: None, store=MemoryStore(), on_event=lambda *given: None, on_error=errors.append
        )
        self.assertEqual(receiver.receive(*request_of(event_of("sent"))), 500)
        self.assertIn("missing, empty", str(errors[0]))

    def test_a_body_without_end_is_cut_off(self):
        class Endless:
            bytes_read = 0

            def read(self, size):
                part = b"x" * min(size, 64 * 1024)
                self.bytes_read += len(part)
                return part

        endless = Endless()
        self.assertEqual(self.recording.receiver.receive_stream(endless, "t=1,v1=00"), 413)
        self.assertEqual(endless.bytes_read, BODY_BYTES_MAX + 1)

    def test_an_asynchronous_body_is_bounded_and_received(self):
        async def parts(*given):
            for part in given:
                yield part

        async def run():
            body, header = request_of(event_of("sent"))
            receiver = self.recording.receiver
            self.assertEqual(await receiver.receive_async(parts(body[:5], body[5:]), header), 204)
            self.assertEqual(await receiver.receive_async(parts(*[b"x" * 65536] * 17), header), 413)

        asyncio.run(run())
        self.assertEqual(len(self.recording.handled), 1)

    def test_a_mistake_of_the_program_is_a_500_with_a_sentence(self):
        body, header = request_of(event_of("sent"))
        signed = {"x-service-signature": header}
        length = {"content-length": str(len(body))}
        parsed = json.loads(body)
        for given, headers, status, sentence in [
            (parsed, signed, 500, "neither bytes nor a text"),
            (None, signed, 500, "neither bytes nor a text"),
            (body, [("x-service-signature", header)], 500, "must be a mapping"),
            (b"", {**signed, **length}, 500, "has 0 bytes, and the request had"),
            (json.dumps(parsed, indent=1), {**signed, **length}, 500, "and the request had"),
            (b"", {**signed, "Transfer-Encoding": "chunked"}, 500, "came in chunks, and is empty"),
            (body + b" ", {**signed, "content-length": "1", "content-encoding": "gzip"}, 400, None),
            (b"", signed, 400, None),
            (parsed, {}, 400, None),
            (body.decode(), {**signed, "content-length": "1"}, 204, None),
        ]:
            with self.subTest(sentence):
                self.recording.errors.clear()
                self.assertEqual(self.recording.receiver.receive(given, headers), status)
                said = [str(error) for error in self.recording.errors]
                self.assertEqual([sentence in one for one in said] if sentence else said, [True] if sentence else [])

    def test_a_stream_that_was_read_before_is_a_500(self):
        body, header = request_of(event_of("sent"))
        headers = {"x-service-signature": header, "Content-Length": str(len(body))}
        self.assertEqual(self.recording.receiver.receive_stream(io.BytesIO(), headers), 500)
        self.assertEqual(self.recording.receiver.receive_stream(io.StringIO(body.decode()), headers), 204)

    def test_wsgi_takes_a_body_in_chunks_if_the_server_marks_its_end(self):
        for terminated, status in [(True, "204"), (False, "500")]:
            body, header = request_of(event_of("sent"))
            more = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": terminated}
            self.assertEqual(self.call("POST", body, header, length="", **more), status)
        self.assertIn("came in chunks", str(self.recording.errors[0]))
        more = {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True}
        self.assertEqual(self.call("POST", b"x" * (BODY_BYTES_MAX + 1), header, length="", **more), "413")

    def call(self, method, body, header=None, length=None, **more):
        environ = {"REQUEST_METHOD": method, "wsgi.input": io.BytesIO(body), **more}
        environ["CONTENT_LENGTH"] = str(len(body)) if length is None else length
        if header is not None:
            environ["HTTP_X_SERVICE_SIGNATURE"] = header
        setup_testing_defaults(environ)
        answers = []
        app = wsgi_app(self.recording.receiver)
        self.assertEqual(list(app(environ, lambda status, headers: answers.append(status))), [b""])
        return answers[0][:3]

    def test_the_wsgi_application_has_all_statuses(self):
        body, header = request_of(event_of("sent"))
        self.assertEqual(self.call("POST", body, header), "204")
        self.assertEqual(self.call("POST", body + b"next request", header, length=str(len(body))), "204")
        self.assertEqual(self.call("POST", body), "400")
        self.assertEqual(self.call("GET", b""), "405")
        self.assertEqual(self.call("POST", b"x" * (BODY_BYTES_MAX + 1), header), "413")
        for length in ["", "-1", "x", "9" * 10_000]:
            self.assertEqual(self.call("POST", body, header, length=length), "400")
        self.recording.failing = True
        self.assertEqual(self.call("POST", *request_of(event_of("sent"))), "500")


if __name__ == "__main__":
    unittest.main()
