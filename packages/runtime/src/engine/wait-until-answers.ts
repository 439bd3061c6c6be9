import { setTimeout as sleep } from "node:timers/promises";
import { KestrelError } from "@kestrel/core";
import { askServer } from "../servers/ask-server.ts";

/** Milliseconds: short enough to add no noticeable delay, long enough to cost nothing. */
const everyMs = 20;

export type Expected = {
  url: string;
  apiKey: string;
  /** Milliseconds without progress after which the wait ends. */
  patienceMs: number;
  /** Time of the load's last progress, `performance.now()`. */
  heardAt: () => number;
  /** Fires when the engine ends or a stop is requested. */
  over: AbortSignal;
};

/**
 * Resolves when the engine is identified: healthy, closed without its key and open with it. Another server on the port never counts as
 * ready, and gets the key only after it refused a request without one. Rejects with `engine_start_failed`: `ready_timeout` or `identity`.
 * Resolves when `over` fires.
 */
export async function waitUntilAnswers({ url, apiKey, patienceMs, heardAt, over }: Expected): Promise<void> {
  while (!over.aborted) {
    const health = await askServer(`${url}/health`);
    if (health?.status === 200) {
      const closed = await askServer(`${url}/props`);
      const open = closed?.status === 401 ? await askServer(`${url}/props`, { apiKey }) : undefined;
      if (open?.status === 200 || over.aborted) return;
      if (isStranger(closed?.status, open?.status)) {
        throw new KestrelError("engine_start_failed", "something else answers on the engine's port", {
          reason: "identity",
        });
      }
    }
    if (performance.now() - heardAt() > patienceMs) {
      throw new KestrelError("engine_start_failed", "the engine does not get ready", {
        reason: "ready_timeout",
        seconds: Math.round(patienceMs / 1000),
      });
    }
    await sleep(everyMs);
  }
}

/** Whether it answers without a key or refuses Kestrel's key. */
function isStranger(withoutKey: number | undefined, withKey: number | undefined): boolean {
  if (withoutKey === 401) return withKey === 401 || withKey === 403;
  return withoutKey !== undefined && withoutKey !== 503;
}
