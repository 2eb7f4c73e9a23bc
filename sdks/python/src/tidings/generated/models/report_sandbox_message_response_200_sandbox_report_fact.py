from typing import Literal, cast

ReportSandboxMessageResponse200SandboxReportFact = Literal["bounced", "delivered", "opened"]


def check_report_sandbox_message_response_200_sandbox_report_fact(
    value: str,
) -> ReportSandboxMessageResponse200SandboxReportFact:
    # A later version of the service may have more values: they are passed on.
    return cast(ReportSandboxMessageResponse200SandboxReportFact, value)
