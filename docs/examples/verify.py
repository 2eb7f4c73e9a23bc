"""Verifies webhook requests. Python 3.8 or newer, without dependencies."""

import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300


class WebhookVerifier:
    """Create it once, at the start: webhooks = WebhookVerifier(os.environ.get("WEBHOOK_SECRET")).

    It raises ValueError if the secret is missing. secrets: the whole secret with its whsec_, or a list of several
    while you rotate it.
    """

    def __init__(self, secrets):
        self._secrets = list(secrets) if isinstance(secrets, (list, tuple)) else [secrets]
        for secret in self._secrets or [None]:
            if not isinstance(secret, str) or not secret.startswith("whsec_") or secret.strip() == "whsec_":
                raise ValueError("The webhook secret is missing or empty, or is not a secret: set it to the whole secret, whsec_...")

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
