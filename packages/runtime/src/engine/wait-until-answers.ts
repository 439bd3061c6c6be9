import { setTimeout as sleep } from "node:timers/promises";
import { KestrelError } from "@kestrel/core";
import { askServer } from "../servers/ask-server.ts";

/** Often enough to add nothing that is felt, seldom enough to cost nothing. */
const everyMs = 20;

export type Expected = {
  url: string;
  apiKey: string;
  /** So long without progress ends the waiting. */
  patienceMs: number;
  /** When the load last moved on, `performance.now()`. */
  heardAt: () => number;
  /** Fires when the engine ends or a stop is requested. */
  over: AbortSignal;
};

/**
 * Resolves when the engine answers as itself: healthy, closed without its key and open with it. A stranger on the port is
 * not ready, whatever it answers, and is never told the key before it has refused to do without.
 * Rejects with `engine_start_failed`: `ready_timeout` or `identity`. Returns quietly when `over`.
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

/** Whether it answers without a key, or refuses Kestrel's key. */
function isStranger(withoutKey: number | undefined, withKey: number | undefined): boolean {
  if (withoutKey === 401) return withKey === 401 || withKey === 403;
  return withoutKey !== undefined && withoutKey !== 503;
}
