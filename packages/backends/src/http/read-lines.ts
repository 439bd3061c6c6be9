/** Thrown when a line, or an event of several, has no end within the limit. */
export class EndlessLine extends Error {
  override readonly name = "EndlessLine";
}

/**
 * Lines from bytes, however they were cut; empty ones are left out, and a last one without its end counts. Throws
 * EndlessLine for one of more than `limit` characters.
 */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let held = 0;
  for await (const chunk of bytes) {
    const pieces = decoder.decode(chunk, { stream: true }).split("\n");
    const rest = pieces.pop() ?? "";
    for (const piece of pieces) {
      if (held + piece.length > limit) throw new EndlessLine();
      const line = [...parts, piece].join("").trim();
      parts = [];
      held = 0;
      if (line !== "") yield line;
    }
    parts.push(rest);
    held += rest.length;
    if (held > limit) throw new EndlessLine();
  }
  const rest = [...parts, decoder.decode()].join("").trim();
  if (rest !== "") yield rest;
}
