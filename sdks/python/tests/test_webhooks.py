"""The signature vectors of the repository, and the functions that verify."""

import array
import base64
import hashlib
import hmac
import json
import unittest
from pathlib import Path

from tidings import Verifier, WebhookVerificationError, verify

DATA = json.loads(
    (Path(__file__).parents[3] / "server" / "test" / "data" / "signature-vectors.json").read_text("utf-8")
)
FIRST = DATA["vectors"][0]


def verifier_at(now, secret):
    return Verifier(secret, now=lambda: now)


class SignatureVectors(unittest.TestCase):
    def test_every_vector_verifies_and_a_changed_body_does_not(self):
        for vector in DATA["vectors"]:
            with self.subTest(vector["name"]):
                text = vector.get("body")
                body = base64.b64decode(vector["body_base64"]) if text is None else text.encode()
                verifier = verifier_at(vector["t"], vector["secret"])
                verifier.verify(body, vector["expected_header"])
                self.assertEqual(verifier.invalid_reason(body + b" ", vector["expected_header"]), "no_match")

    def test_every_case_has_its_reason(self):
        for case in DATA["verify_cases"]:
            secrets = case["secret"] if isinstance(case["secret"], list) else [case["secret"]]
            with self.subTest(case["name"]):
                # The vectors let a secret without its prefix or with a blank match nothing. It is refused earlier.
                if not all(secret.startswith("whsec_") and not secret[-1].isspace() for secret in secrets):
                    self.assertRaises(ValueError, Verifier, secrets)
                    continue
                reason = verifier_at(case["now"], case["secret"]).invalid_reason(case["body"].encode(), case["header"])
                self.assertEqual(reason or "ok", case["expect"])

    def test_either_secret_of_a_rotation_verifies(self):
        two = DATA["two_secret_header"]
        for secret in [*two["secrets"], two["secrets"]]:
            verifier_at(two["t"], secret).verify(two["body"].encode(), two["expected_header"])

    def test_signatures_made_by_the_common_mistakes_do_not_verify(self):
        for name, mistaken in DATA["common_mistakes_for_first_vector"].items():
            with self.subTest(name):
                verifier = verifier_at(FIRST["t"], FIRST["secret"])
                header = f"t={FIRST['t']},v1={mistaken}"
                self.assertEqual(verifier.invalid_reason(FIRST["body"].encode(), header), "no_match")


class Verifying(unittest.TestCase):
    def test_verify_raises_with_the_reason(self):
        with self.assertRaises(WebhookVerificationError) as raised:
            verify(FIRST["body"].encode(), FIRST["expected_header"], FIRST["secret"])
        self.assertEqual(raised.exception.reason, "stale")
        with self.assertRaises(WebhookVerificationError) as raised:
            verify(FIRST["body"].encode(), None, FIRST["secret"])
        self.assertEqual(raised.exception.reason, "bad_header")

    def test_a_missing_or_empty_secret_is_refused_at_construction(self):
        for secret in [None, "", " \t\n", "whsec_", [], [""], [None], [FIRST["secret"], ""], 0, False, {}, b"whsec_x", "no prefix", " " + FIRST["secret"]]:
            with self.subTest(repr(secret)), self.assertRaisesRegex(ValueError, "missing, empty or.*set this variable"):
                Verifier(secret)

    def test_the_error_of_a_secret_names_its_wrong_character(self):
        for text, reason in [
            ("whsec_Abc\n", "It has a blank .U.000A. at place 10$"),
            ("whsec_Abc\u200b", "It has a character of no secret .U.200B. at place 10$"),
            ("whsec_Abc,whsec_Abc", "It has whsec_ twice$"),
        ]:
            with self.subTest(repr(text)), self.assertRaisesRegex(ValueError, reason) as raised:
                Verifier(text)
            self.assertNotIn("Abc", str(raised.exception))

    def test_a_secret_may_have_the_notation_of_standard_webhooks(self):
        standard = "whsec_" + base64.b64encode(FIRST["secret"].encode()).decode()
        for secret in [standard, standard.rstrip("="), ["whsec_a", standard]]:
            verifier_at(FIRST["t"], secret).verify(FIRST["body"].encode(), FIRST["expected_header"])

    def test_a_body_may_be_a_text_or_bytes_of_any_type(self):
        raw = FIRST["body"].encode()
        for body in [FIRST["body"], raw, bytearray(raw), memoryview(raw), array.array("B", raw)]:
            event = verifier_at(FIRST["t"], FIRST["secret"]).read_event(body, FIRST["expected_header"])
            self.assertEqual(event.type, "ping")

    def test_a_header_is_found_in_any_case_and_refused_if_it_is_there_twice(self):
        header = FIRST["expected_header"]
        verifier = verifier_at(FIRST["t"], FIRST["secret"])
        for headers in [{"X-SERVICE-SIGNATURE": header}, {b"x-service-signature": header.encode()}]:
            verifier.verify(FIRST["body"].encode(), headers)
        twice = {"x-service-signature": header, "X-Service-Signature": header}
        self.assertEqual(verifier.invalid_reason(FIRST["body"].encode(), twice), "bad_header")

    def test_a_clock_other_than_a_number_accepts_no_request(self):
        reason = verifier_at(float("nan"), FIRST["secret"]).invalid_reason(
            FIRST["body"].encode(), FIRST["expected_header"]
        )
        self.assertEqual(reason, "stale")

    def test_the_format_of_standard_webhooks_verifies(self):
        secret, body = FIRST["secret"], FIRST["body"].encode()
        signed = f"evt_1.{FIRST['t']}.".encode() + body
        signature = base64.b64encode(hmac.new(secret.encode(), signed, hashlib.sha256).digest()).decode()
        headers = {"Webhook-Id": "evt_1", "Webhook-Timestamp": str(FIRST["t"]), "Webhook-Signature": f"v1a,x v1,{signature}"}
        verifier = verifier_at(FIRST["t"], secret)
        verifier.verify(body, headers)
        self.assertEqual(verifier.invalid_reason(body + b" ", headers), "no_match")
        for name, value in [("Webhook-Id", "evt.1"), ("Webhook-Timestamp", "01"), ("Webhook-Signature", "v1a,x")]:
            self.assertEqual(verifier.invalid_reason(body, {**headers, name: value}), "bad_header")
        # The service's own header comes first, so it decides.
        both = {**headers, "X-SERVICE-SIGNATURE": f"t={FIRST['t']},v1=00"}
        self.assertEqual(verifier.invalid_reason(body, both), "no_match")

    def test_an_event_is_read(self):
        event = verifier_at(FIRST["t"], FIRST["secret"]).read_event(FIRST["body"].encode(), FIRST["expected_header"])
        self.assertEqual(event.type, "ping")


if __name__ == "__main__":
    unittest.main()
