"""Reads cases as JSON from standard input, prints what the example in Python says of each."""

import base64
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "examples"))
sys.dont_write_bytecode = True
from verify import WebhookVerifier  # noqa: E402


def outcome(case):
    try:
        verifier = WebhookVerifier(case["secrets"])
    except ValueError:
        return "refused"
    body = case["body"]
    raw_body = base64.b64decode(body) if isinstance(body, str) else body
    return verifier.verify(raw_body, case["header"], case["now"])


print(json.dumps([outcome(case) for case in json.load(sys.stdin)]))
