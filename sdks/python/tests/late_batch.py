"""A batch for which the service has no time at its first request: ``TIDINGS_LATE_URL``. Prints what came of it."""

import json
import os

from tidings import Client

MESSAGES = [
    {"external_user_id": f"late-{index:03}", "message_template_name": "receipt", "notification_user": {}}
    for index in range(103)
]

with Client(base_url=os.environ["TIDINGS_LATE_URL"]) as client:
    results = client.messages.batch(MESSAGES)
    print(
        json.dumps(
            {
                "in_order": [result.index for result in results] == list(range(len(MESSAGES))),
                "sent": len({result.message.notification_user_id for result in results if result.message}),
            }
        )
    )
