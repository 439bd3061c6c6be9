/** Whether somebody who writes an address means that one: without its scheme, in other letters or with a slash behind it, too. */
export function isSameAddress(one: string, given: string): boolean {
  if (one === given) return true;
  const wanted = plainAddress(one);
  return [given, `http://${given}`, `https://${given}`].some((written) => plainAddress(written) === wanted);
}

/** The text itself where it is no address of http. */
function plainAddress(text: string): string {
  if (!URL.canParse(text)) return text;
  const { protocol, href } = new URL(text);
  return /^https?:$/.test(protocol) ? href.replace(/\/$/, "") : text;
}
