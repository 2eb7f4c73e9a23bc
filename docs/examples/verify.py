"""Verifies webhook requests. Python 3.8 or newer, without dependencies."""

import base64
import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300


def _is_secret(text):
    """No blank, no line break, no list in one text: it would match no request."""
    return isinstance(text, str) and re.fullmatch(r"whsec_[\w+/=-]+", text) is not None and text.rindex("whsec_") == 0


def _key_of(secret):
    """The key is the whole secret. In the notation of Standard Webhooks (standard_secret), it is in base64."""
    text = secret[len("whsec_") :].rstrip("=")
    try:
        decoded = base64.b64decode(text + "=" * (-len(text) % 4), validate=True).decode()
    except ValueError:
        return secret
    return decoded if _is_secret(decoded) else secret


class WebhookVerifier:
    """Create it once, at the start: webhooks = WebhookVerifier(os.environ.get("WEBHOOK_SECRET")).

    It raises ValueError if the secret is missing or none. secrets: the whole secret with its whsec_, or a list of several
    while you rotate it.
    """

    def __init__(self, secrets):
        given = list(secrets) if isinstance(secrets, (list, tuple)) else [secrets]
        if not given or not all(_is_secret(secret) for secret in given):
            raise ValueError(
                "The webhook secret is missing or empty, or is not a secret: set it to the whole secret, whsec_..., without blanks"
            )
        self._secrets = [_key_of(secret) for secret in given]

    def verify(self, raw_body, header, now=None):
        """For each request: if it is False, return 400.

        raw_body: the bytes as received (Flask: request.get_data(), Django: request.body); header: the text of
        X-Service-Signature (request.headers.get("X-Service-Signature")), which may be missing.
        """
        if not isinstance(header, str) or len(header) > 2048 or not isinstance(raw_body, bytes):
            return False
        parts = [part.strip() for part in header.split(",")]
        timestamps = [part[2:] for part in parts if part.startswith("t=")]
        signatures = [part[3:] for part in parts if part.startswith("v1=")]
        if len(timestamps) != 1 or not re.fullmatch(r"0|[1-9][0-9]{0,10}", timestamps[0]):
            return False
        if len(signatures) > 8:
            return False
        given = [signature for signature in signatures if re.fullmatch(r"[0-9a-f]{64}", signature)]
        signed = timestamps[0].encode() + b"." + raw_body
        matched = False
        for secret in self._secrets:
            expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
            for signature in given:
                matched |= hmac.compare_digest(expected, signature)
        now = time.time() if now is None else now
        return matched and abs(int(now) - int(timestamps[0])) <= TOLERANCE_SECONDS
