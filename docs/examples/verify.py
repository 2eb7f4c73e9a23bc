"""Verifies a webhook request. Python 3.8 or newer, nothing else."""

import hashlib
import hmac
import re
import sys
import time

TOLERANCE_SECONDS = 300


def verify(raw_body, header, secrets, now=None):
    """Answers 'ok', or why to refuse with 400: 'bad_header', 'no_match' or 'stale'.

    raw_body: the bytes as received; header: X-Service-Signature; secrets: whole, with whsec_, several while rotating.
    """
    parts = [part.strip() for part in header.split(",")] if len(header) <= 2048 else []
    timestamps = [part[2:] for part in parts if part.startswith("t=")]
    signatures = [part[3:] for part in parts if part.startswith("v1=")]
    if len(timestamps) != 1 or not re.fullmatch(r"0|[1-9][0-9]{0,10}", timestamps[0]):
        return "bad_header"
    if not 1 <= len(signatures) <= 8:
        return "bad_header"
    signed = timestamps[0].encode() + b"." + raw_body
    matched = False
    for secret in secrets:
        expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        for signature in signatures:
            matched |= hmac.compare_digest(expected.encode(), signature.encode())
    if not matched:
        return "no_match"
    now = time.time() if now is None else now
    return "ok" if abs(now - int(timestamps[0])) <= TOLERANCE_SECONDS else "stale"


if __name__ == "__main__":
    # verify.py HEADER UNIX_SECONDS SECRET... < body
    print(verify(sys.stdin.buffer.read(), sys.argv[1], sys.argv[3:], int(sys.argv[2])))
