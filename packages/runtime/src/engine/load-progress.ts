const marker = "cmd_child_to_router:state:";

/** llama-server's load progress, as it reports it to a router: a share of the whole load. */
export type LoadProgress = { state: "loading"; share: number } | { state: "ready" };

/** Parses one line of its output; `undefined` for any other line. */
export function readLoadProgress(line: string): LoadProgress | undefined {
  if (!line.startsWith(marker)) return undefined;
  try {
    const { state, payload } = JSON.parse(line.slice(marker.length)) as {
      state?: unknown;
      payload?: { stages?: unknown[]; current?: unknown; value?: unknown };
    };
    if (state === "ready") return { state };
    const stages = payload?.stages ?? [];
    const done = Math.max(0, stages.indexOf(payload?.current));
    const value = typeof payload?.value === "number" ? payload.value : 0;
    const share = (done + value) / Math.max(1, stages.length);
    return { state: "loading", share: Math.min(1, Math.max(0, share)) };
  } catch {
    // expected: an incomplete line, or another version's output
    return { state: "loading", share: 0 };
  }
}

export const isProgressLine = (line: string) => line.startsWith("cmd_child_to_router:");
