"""The shape of kestrel-nano: 2.6 million weights, 2.8 MB in 8-bit blocks, for which the width is a multiple of 32. What is trained carries its shape with it, so that a draft of another shape can be exported too."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Shape:
    vocabulary: int = 1536
    width: int = 192
    layers: int = 5
    heads: int = 6
    # Heads of keys and values; each is shared by as many heads of queries as there are more of those. They are what the engine keeps of a conversation.
    key_heads: int = 2
    feed_forward: int = 512
    # Tokens; what the rotation tables reach and what the GGUF declares.
    window: int = 4096
    # Above the usual 10,000 so that the slow pairs of a 32-wide head still tell 4,096 places apart gently.
    rope_base: float = 50_000.0
    norm_epsilon: float = 1e-5

    @property
    def head_width(self) -> int:
        return self.width // self.heads

    def as_dict(self) -> dict:
        return asdict(self)
