from typing import Literal, cast

SearchResponse200ResultsItemKind = Literal["delivery", "event", "message", "recipient", "request", "template"]


def check_search_response_200_results_item_kind(value: str) -> SearchResponse200ResultsItemKind:
    # A later version of the service may have more values: they are passed on.
    return cast(SearchResponse200ResultsItemKind, value)
