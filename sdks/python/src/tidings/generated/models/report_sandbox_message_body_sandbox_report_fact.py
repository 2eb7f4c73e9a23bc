from typing import Literal, cast

ReportSandboxMessageBodySandboxReportFact = Literal["bounced", "delivered", "opened"]


def check_report_sandbox_message_body_sandbox_report_fact(value: str) -> ReportSandboxMessageBodySandboxReportFact:
    # A later version of the service may have more values: they are passed on.
    return cast(ReportSandboxMessageBodySandboxReportFact, value)
