import type { ToolContext } from "@kestrel/core";

/** Files kept over all sessions; the one with the oldest failure is evicted first. */
const mostFiles = 500;

/** Counts consecutive failures by session and file. */
export type FailedAttempts = {
  count(context: ToolContext, path: string): number;
  /** Adds a failure and returns the count. A call that is assessed and then run counts once. */
  add(context: ToolContext, path: string): number;
  clear(context: ToolContext, path: string): void;
};

export function failedAttempts(): FailedAttempts {
  const attempts = new Map<string, { count: number; callName: string }>();
  return {
    count: (context, path) => attempts.get(keyOf(context, path))?.count ?? 0,
    add: (context, path) => {
      const key = keyOf(context, path);
      const { callName } = context;
      const known = attempts.get(key);
      const count = (known?.count ?? 0) + (known?.callName === callName ? 0 : 1);
      attempts.delete(key);
      attempts.set(key, { count, callName });
      const [oldest] = attempts.keys();
      if (attempts.size > mostFiles && oldest !== undefined) attempts.delete(oldest);
      return count;
    },
    clear: (context, path) => attempts.delete(keyOf(context, path)),
  };
}

/** A call is named `<session>-<call>`. */
function keyOf({ workspace, callName }: ToolContext, path: string): string {
  const session = callName.slice(0, Math.max(0, callName.lastIndexOf("-")));
  return `${session}\0${workspace}\0${path}`;
}
