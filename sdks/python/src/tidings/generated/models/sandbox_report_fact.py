from typing import Literal, cast

SandboxReportFact = Literal["bounced", "delivered", "opened"]


def check_sandbox_report_fact(value: str) -> SandboxReportFact:
    # A later version of the service may have more values: they are passed on.
    return cast(SandboxReportFact, value)
