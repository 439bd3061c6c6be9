const nameOf = (sessionId: string) => `kestrel.draft.${sessionId}`;

/** What was written but not sent, so that a reload or a look at another session does not lose it. */
export function readDraft(sessionId: string): string {
  return sessionStorage.getItem(nameOf(sessionId)) ?? "";
}

export function keepDraft(sessionId: string, text: string): void {
  if (text === "") sessionStorage.removeItem(nameOf(sessionId));
  else sessionStorage.setItem(nameOf(sessionId), text);
}
