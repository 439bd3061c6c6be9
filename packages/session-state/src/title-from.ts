/** The first line of what the person asked, at most 80 characters: what a session is called until somebody names it. */
export function titleFrom(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
