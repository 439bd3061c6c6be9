const nameOf = (sessionId: string) => `kestrel.draft.${sessionId}`;

/** The unsent draft, kept over a reload or a visit to another session. */
export function readDraft(sessionId: string): string {
  return sessionStorage.getItem(nameOf(sessionId)) ?? "";
}

export function keepDraft(sessionId: string, text: string): void {
  if (text === "") sessionStorage.removeItem(nameOf(sessionId));
  else sessionStorage.setItem(nameOf(sessionId), text);
}
