"""The client before any request: its options, its models and their texts."""

import os
import unittest
from datetime import datetime, timezone
from unittest import mock

import httpx
from tidings import Client, models
from tidings.calls import batch_key, segment
from tidings.errors import retry_wait

#: HMAC-SHA256 of ``resend 1`` under the key.
VECTOR = "3b91defc3e981fbd2f3d86e1cc7bc8479fa334f5fb69bc69f66c0b0d6ffa3c63"


def answering(seen):
    def respond(request):
        seen.append(request)
        return httpx.Response(404, json={"error": "Not found", "code": "not_found"})

    return httpx.MockTransport(respond)


class Options(unittest.TestCase):
    def test_the_environment_has_the_key_and_the_address(self):
        seen = []
        variables = {"TIDINGS_API_KEY": "sk_1", "TIDINGS_URL": "https://tidings.example.com"}
        with mock.patch.dict(os.environ, variables), Client(transport=answering(seen)) as client:
            with self.assertRaisesRegex(Exception, "Not found"):
                client.messages.get(1)
        self.assertEqual(seen[0].headers["authorization"], "Bearer sk_1")
        self.assertEqual(seen[0].url, "https://tidings.example.com/api/v1/messages/1")

    def test_without_a_key_the_error_names_the_variable(self):
        with mock.patch.dict(os.environ, {}, clear=True), self.assertRaisesRegex(ValueError, "TIDINGS_API_KEY"):
            Client()


class Retries(unittest.TestCase):
    def test_these_responses_are_tried_again(self):
        running = {"code": "idempotency_key_running"}
        waits = {status: retry_wait(httpx.Response(status), 2, 3) for status in (408, 429, 503, 400, 404, 409, 422, 500)}
        self.assertEqual(waits, {408: 1.0, 429: 1.0, 503: 1.0, 400: None, 404: None, 409: None, 422: None, 500: None})
        self.assertEqual(retry_wait(httpx.Response(409, json=running), 1, 3), 0.25)
        self.assertEqual(retry_wait(None, 3, 3), 4.0)
        self.assertIsNone(retry_wait(httpx.Response(408), 1, 0))


class Models(unittest.TestCase):
    def test_a_representation_has_only_the_given_fields(self):
        shown = repr(models.MessageInput(external_user_id="ada", critical=True))
        self.assertEqual(shown, "MessageInput(external_user_id='ada', critical=True)")

    def test_dictionaries_and_models_make_the_same_body(self):
        by_model = models.MessageInput(notification_user=models.NotificationUserInput(email="ada@example.com"))
        by_dictionary = models.MessageInput(notification_user={"email": "ada@example.com"})
        self.assertEqual(by_dictionary.to_dict(), by_model.to_dict())

    def test_a_time_without_a_zone_is_refused(self):
        with self.assertRaisesRegex(ValueError, "no time zone"):
            models.MessageInput(send_at=datetime(2026, 6, 8, 10, 20)).to_dict()
        aware = models.MessageInput(send_at=datetime(2026, 6, 8, 10, 20, tzinfo=timezone.utc))
        self.assertEqual(aware.to_dict(), {"send_at": "2026-06-08T10:20:00+00:00"})

    def test_an_unknown_field_of_a_dictionary_is_refused(self):
        with Client(api_key="sk_1", base_url="https://tidings.example.com", transport=answering([])) as client:
            with self.assertRaisesRegex(TypeError, "mail"):
                client.notification_users.upsert("ada", mail="ada@example.com")
            with self.assertRaisesRegex(TypeError, "mail"):
                client.messages.batch([{"mail": "ada@example.com"}])

    def test_attributes_may_be_an_object(self):
        by_object = models.MessageInput(message_attributes={"order.id": "A-1"})
        self.assertEqual(by_object.to_dict(), {"message_attributes": [{"name": "order.id", "value": "A-1"}]})

    def test_a_text_that_no_path_can_contain_is_refused(self):
        self.assertEqual(segment("a/b"), "a%2Fb")
        with self.assertRaisesRegex(ValueError, r"\.\."):
            segment("..")

    def test_the_keys_of_a_batch_are_those_of_the_other_clients(self):
        self.assertEqual(batch_key("order-1", 0), "order-1")
        self.assertEqual(batch_key("order-1", 1), VECTOR)


if __name__ == "__main__":
    unittest.main()
