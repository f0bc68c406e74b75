"""
The file queue of an embedded server: kombu's, with whole files only.

kombu writes a message where its reader looks, so a reader may take half a message, or a power cut may leave half; kombu
then raises and ends the worker. Here a message appears when complete, and an unreadable one is deleted: the row in the
database is the truth, and its job is found without a message.
"""

import logging
import uuid
from pathlib import Path
from time import monotonic_ns
from typing import Any

from kombu.transport import filesystem
from kombu.utils.encoding import str_to_bytes
from kombu.utils.json import dumps

logger = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: dict[str, Any], **_options: Any) -> None:  # type: ignore[override]
        """Write a message under a name that nobody reads, then rename it."""
        name = f"{monotonic_ns() // 1_000_000}_{uuid.uuid4()}.{queue}.msg"
        unfinished = Path(self.data_folder_out) / f"{name}.part"
        unfinished.write_bytes(str_to_bytes(dumps(payload)))
        unfinished.rename(unfinished.with_name(name))

    def _get(self, queue: str) -> dict[str, Any]:  # type: ignore[override]
        """Return the next readable message. Raises Empty when there is none."""
        while True:
            try:
                message = super()._get(queue)
            except ValueError:  # not JSON, or not even text
                message = None
            if _is_message(message):
                return message
            logger.warning("a message of the queue could not be read and was thrown away; its job is found by its row")

    def get_table(self, exchange: str) -> list[Any]:
        """Return the queues of an exchange. An unreadable table is written again by the next process that binds."""
        try:
            return super().get_table(exchange)
        except (ValueError, TypeError):
            self._exchange_file(exchange).unlink(missing_ok=True)
            return []

    def _queue_bind(self, exchange: str, routing_key: str, pattern: str, queue: str) -> None:
        self.get_table(exchange)
        super()._queue_bind(exchange, routing_key, pattern, queue)


class Transport(filesystem.Transport):
    Channel = Channel


def _is_message(payload: Any) -> bool:
    """Return whether a payload has the parts of a kombu message."""
    return (
        isinstance(payload, dict)
        and isinstance(payload.get("body"), str)
        and isinstance(payload.get("headers"), dict)
        and isinstance(payload.get("properties"), dict)
        and {"delivery_info", "delivery_tag"} <= payload["properties"].keys()
    )
