/** Whether `given`, as a person types it, is the address `one`. It may lack the scheme or a trailing slash, or use capitals in the host. */
export function isSameAddress(one: string, given: string): boolean {
  if (one === given) return true;
  const wanted = plainAddress(one);
  return [given, `http://${given}`, `https://${given}`].some((written) => plainAddress(written) === wanted);
}

/** The URL without a trailing slash. Returns the text unchanged when it is not an http URL. */
function plainAddress(text: string): string {
  if (!URL.canParse(text)) return text;
  const { protocol, href } = new URL(text);
  return /^https?:$/.test(protocol) ? href.replace(/\/$/, "") : text;
}
