import { redactSecrets } from "@kestrel/text";

/** Most UTF-16 units of a value that an error repeats, and that are searched for secrets. */
const longestShown = 100;
const longestRead = 4_096;

/** The login before an address's host: a name and a password, in any spelling. */
const login = /^(?:(\s*[^\s/@:]*:?\/\/).*|[^\s/@:]*:\S*)@/s;

/** A refused value as an error may repeat it: text as given, quoted for a file. Contains no password or key; a long one is cut. */
export function writtenValue(value: unknown, { quoted = false } = {}): string {
  const told = quoted
    ? JSON.stringify(value, (_, one: unknown) => (typeof one === "string" ? withoutLogin(one) : one))
    : withoutLogin(String(value));
  return redactSecrets((told ?? String(value)).slice(0, longestRead)).slice(0, longestShown);
}

function withoutLogin(text: string): string {
  return text.replace(login, (_, scheme: string | undefined) => `${scheme ?? ""}…@`);
}
