/** The ids that a failure concerned, as far as they are known where it is reported. The person sees the same ids. */
export type ReportIds = {
  readonly sessionId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly step?: number | undefined;
  readonly callId?: string | undefined;
};

/** Stores unexpected failures with their stacks, outside of any session. */
export interface Diagnostics {
  /**
   * Keeps an unexpected failure. Returns the id that finds it again (`kestrel logs ID`): a person is shown that id, never the stack.
   * The same error object reported again keeps its first id. Never throws, and waits for no disk.
   *
   * `where` names the work that failed in a few words: `turn`, `tool.run`, `POST /api/v1/sessions`.
   */
  report(where: string, error: unknown, ids?: ReportIds): string;
}
