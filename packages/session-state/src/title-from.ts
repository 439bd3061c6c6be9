/** The title of a session until the user names it: the first line of a message, at most 80 characters. */
export function titleFrom(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
