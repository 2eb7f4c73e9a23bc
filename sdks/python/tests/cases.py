"""Reads cases as JSON from standard input, and prints the result of the verifier for each."""

import base64
import json
import sys

from tidings import Verifier


def outcome(case):
    try:
        verifier = Verifier(case["secrets"], now=lambda: case["now"])
    except ValueError:
        return "refused"
    body = case["body"]
    return verifier.invalid_reason(base64.b64decode(body) if isinstance(body, str) else body, case["header"]) is None


print(json.dumps([outcome(case) for case in json.load(sys.stdin)]))
