"""The shape of kestrel-nano: 3.6 million weights, 3.9 MB in 8-bit blocks, for which the width is a multiple of 32. What is trained carries its shape with it, so that a draft of another shape can be exported too."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Shape:
    vocabulary: int = 1536
    width: int = 256
    layers: int = 6
    heads: int = 8
    # Heads of keys and values; each is shared by as many heads of queries as there are more of those. They are what the engine keeps of a conversation.
    key_heads: int = 2
    feed_forward: int = 480
    # Tokens; what the rotation tables reach and what the GGUF declares.
    window: int = 4096
    # What the GGUF declares; how far a pair really turns is said as a factor of it.
    rope_base: float = 50_000.0
    # Of a head's sixteen pairs of numbers so many turn with the place, from one radian a token down to the slowest. The others do not turn: what is copied is found again by what it is, however far back it stands.
    turning_pairs: int = 8
    slowest_turn: float = 0.003
    norm_epsilon: float = 1e-5
    # One table for the words that are read and for those that are said: a word that is rare is known as both at once.
    tied: bool = True

    @property
    def head_width(self) -> int:
        return self.width // self.heads

    @property
    def turns(self) -> list[float]:
        """Radians a token, of each pair of a head."""
        steps = self.turning_pairs - 1
        turning = [self.slowest_turn ** (at / steps) for at in range(self.turning_pairs)]
        return turning + [0.0] * (self.head_width // 2 - self.turning_pairs)

    def as_dict(self) -> dict:
        return asdict(self)
