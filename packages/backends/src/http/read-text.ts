/** The whole answer as text, cut at `limit` bytes: an error page must not fill the memory. */
export async function readText(bytes: AsyncIterable<Uint8Array>, limit = 16_000_000): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true });
    size += chunk.length;
    if (size > limit) break;
  }
  return text + decoder.decode();
}
