"""The types of the API, generated from the OpenAPI document: ``models.Message``, ``models.NotificationUser``, ..."""

from .generated.models import *  # noqa: F403
from .model import UNSET, Unset  # noqa: F401
