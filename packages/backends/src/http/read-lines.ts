/** Lines from bytes, however they were cut; empty ones are left out, and a last one without its end counts. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of bytes) {
    const pieces = decoder.decode(chunk, { stream: true }).split("\n");
    for (const piece of pieces.slice(0, -1)) {
      const line = [...parts, piece].join("").trim();
      parts = [];
      if (line !== "") yield line;
    }
    parts.push(pieces.at(-1) ?? "");
  }
  const rest = [...parts, decoder.decode()].join("").trim();
  if (rest !== "") yield rest;
}
