import { type Failure, OutageReason } from "@kestrel/protocol";
import { Cancellation } from "../cancel/cancellation.ts";
import { untilCancelled } from "../cancel/until-cancelled.ts";
import { KestrelError } from "../errors.ts";
import type { Reply } from "./reply.ts";
import type { TurnParts } from "./turn-parts.ts";

/**
 * Why its server is waited for, when a reply failed so. Not one that named a time: that was waited for; nor one that is
 * busy in the middle of a reply.
 */
function reasonOf(failure: Failure | undefined): OutageReason | undefined {
  const { code, params: { status, retry_after } = {} } = failure ?? {};
  const isNamed = retry_after !== undefined || (code === "busy" && status === undefined);
  return isNamed ? undefined : OutageReason.safeParse(code).data;
}

/** A server that is away is waited for at least so long. Milliseconds. */
const longest = 60_000;
/** A server that comes back and goes down at each request is asked so often. */
const mostLost = 7;
/** The first pause; each further one is twice as long, up to the longest; after each lost request four times. Milliseconds. */
const [firstPause, longestPause] = [250, 4_000];
/** So often the waiting is told anew. Milliseconds. */
const tick = 1_000;

type OutageParts = Pick<TurnParts, "agent" | "cancel" | "live" | "turnId">;

/** The time in which the server does not answer: from the first reply that was lost to the next one that is not. */
export class Outage {
  readonly #parts: OutageParts;
  #since: number | undefined;
  #lost = 0;

  constructor(parts: OutageParts) {
    this.#parts = parts;
  }

  /** Whether that reply was lost to an outage, and then whether it is worth waiting out. */
  after({ failure }: Reply): "none" | "wait" | "over" {
    if (reasonOf(failure) === undefined) return "none";
    const now = this.#parts.agent.host.now();
    this.#since ??= now;
    this.#lost += 1;
    return this.#lost < mostLost && now - this.#since < longest ? "wait" : "over";
  }

  /** Waits until the server answers a small question, until it was waited for long enough, or until the turn is stopped. */
  async wait({ step, failure }: Reply): Promise<void> {
    const { agent, cancel, live, turnId } = this.#parts;
    const since = this.#since ?? agent.host.now();
    const outage = reasonOf(failure);
    const { detail } = failure?.params ?? {};
    const said = typeof detail === "string" ? detail : undefined;
    const elapsed = () => agent.host.now() - since;
    const over = new Cancellation(cancel);
    const telling = (async () => {
      // What it had said is taken back.
      live.begin(turnId, step);
      for (let told = -1; !over.aborted && elapsed() > told; ) {
        told = elapsed();
        live.progress({ phase: "outage", outage, said, elapsedMs: told });
        await agent.host.wait(tick, over);
      }
    })();
    for (let pause = firstPause * 4 ** (this.#lost - 1); ; pause *= 2) {
      await agent.host.wait(Math.min(pause, longestPause), cancel);
      if (cancel.aborted || (await this.#answers()) || elapsed() >= longest) break;
    }
    over.cancel();
    over.release();
    await telling;
  }

  /** An engine of ours is started for it, and waited for while it loads. */
  async #answers(): Promise<boolean> {
    const { agent, cancel } = this.#parts;
    try {
      return (await untilCancelled(agent.backend.facts(), cancel)) !== undefined;
    } catch (error) {
      // One that refuses is there: the next reply tells what it wants.
      return !(error instanceof KestrelError && reasonOf(error) !== undefined);
    }
  }
}
