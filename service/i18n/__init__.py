"""What people read, in their language: texts by code, and the choice of the language."""

from service.i18n.catalogue import LANGUAGES, Text, catalogue, label, text
from service.i18n.negotiation import choose

__all__ = ["LANGUAGES", "Text", "catalogue", "choose", "label", "text"]
