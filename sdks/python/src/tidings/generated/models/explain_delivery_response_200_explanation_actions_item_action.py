from typing import Literal, cast

ExplainDeliveryResponse200ExplanationActionsItemAction = Literal[
    "add_device",
    "change_limits",
    "change_recipient",
    "edit_template",
    "lift_suppression",
    "open_channel",
    "replay_events",
    "send_again",
]


def check_explain_delivery_response_200_explanation_actions_item_action(
    value: str,
) -> ExplainDeliveryResponse200ExplanationActionsItemAction:
    # A later version of the service may have more values: they are passed on.
    return cast(ExplainDeliveryResponse200ExplanationActionsItemAction, value)
