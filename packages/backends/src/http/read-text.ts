/** The whole answer as text, cut at `limit` bytes: an error page must not fill the memory. */
export async function readText(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    parts.push(decoder.decode(chunk, { stream: true }));
    size += chunk.length;
    if (size > limit) break;
  }
  return [...parts, decoder.decode()].join("");
}
