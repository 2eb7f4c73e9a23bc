from typing import Literal, cast

SandboxMessageBodyFormat = Literal["html", "text"]


def check_sandbox_message_body_format(value: str) -> SandboxMessageBodyFormat:
    # A later version of the service may have more values: they are passed on.
    return cast(SandboxMessageBodyFormat, value)
