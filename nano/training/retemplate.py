"""Gives a file that export.py wrote another chat template. The weights and all the rest stay as they are, byte for byte.

    retemplate.py FILE.gguf TEMPLATE.jinja
"""

import sys
from pathlib import Path

from export import ALIGNMENT, string, without_comments
from gguf_weights import Reader

NAME = "tokenizer.chat_template"


def main(path: Path, template: Path):
    raw = path.read_bytes()
    reader = Reader(raw)
    _, _, tensors, pairs = reader.take("<4sIQQ")
    before = after = None
    for _ in range(pairs):
        name = reader.string()
        (kind,) = reader.take("<I")
        if name == NAME:
            before = reader.at
            reader.skip(kind)
            after = reader.at
        else:
            reader.skip(kind)
    if before is None:
        raise SystemExit(f"{path} has no {NAME}.")
    for _ in range(tensors):
        reader.string()
        (axes,) = reader.take("<I")
        reader.take(f"<{axes}Q")
        reader.take("<IQ")
    data = -(-reader.at // ALIGNMENT) * ALIGNMENT
    start = raw[:before] + string(without_comments(template)) + raw[after : reader.at]
    start += b"\0" * (-len(start) % ALIGNMENT)
    path.write_bytes(start + raw[data:])
    print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
