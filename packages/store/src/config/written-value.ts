import { redactSecrets } from "@kestrel/text";

/** UTF-16 units of a value that a complaint repeats, and those that are looked at for it. */
const longestShown = 100;
const longestRead = 4_096;

/** What stands in an address before its host: a name and a password, however they are written. */
const login = /^(?:(\s*[^\s/@:]*:?\/\/).*|[^\s/@:]*:\S*)@/s;

/** A refused value as a complaint about it may repeat it: text as it is given, in a file in quotes. No password, no key, and of a long one its beginning. */
export function writtenValue(value: unknown, { quoted = false } = {}): string {
  const told = quoted
    ? JSON.stringify(value, (_, one: unknown) => (typeof one === "string" ? withoutLogin(one) : one))
    : withoutLogin(String(value));
  return redactSecrets((told ?? String(value)).slice(0, longestRead)).slice(0, longestShown);
}

function withoutLogin(text: string): string {
  return text.replace(login, (_, scheme: string | undefined) => `${scheme ?? ""}…@`);
}
