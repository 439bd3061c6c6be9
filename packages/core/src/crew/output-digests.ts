import type { EventBody, TurnId } from "@kestrel/protocol";
import type { SessionState, ToolEntry } from "@kestrel/session-state";
import { Cancellation } from "../cancel/cancellation.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import { digestOutput } from "./digest-output.ts";
import { beginJob, type CrewJobParts, type DoneJob, unwaitedMs } from "./run-job.ts";

type DigestParts = Omit<CrewJobParts, "agent"> & {
  agent: AgentParts;
  turnId: TurnId;
  cancel: CancelSignal;
};

/** Most digests of one turn: each is a few lines of the main model's window. */
const most = 6;

/**
 * Digests of a turn's outputs that were too long to show. The summarizer makes them one after the other while the main model continues. A
 * finished digest is added to the tail before the next step. One that is unfinished when the turn ends is dropped.
 */
export class OutputDigests {
  readonly #parts: DigestParts;
  readonly #stop: Cancellation;
  readonly #asked = new Set<string>();
  #done: DoneJob<string>[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(parts: DigestParts) {
    this.#parts = parts;
    this.#stop = new Cancellation(parts.cancel);
  }

  /** Starts digests for answered calls whose output was cut. */
  begin(): void {
    const { agent, journal } = this.#parts;
    if (!agent.outputs || !agent.crew?.member("copilot", journal.state)) return;
    for (const call of cutOutputs(journal.state)) {
      if (this.#asked.has(call.callId) || this.#asked.size >= most) continue;
      this.#asked.add(call.callId);
      this.#last = this.#last
        .then(() => this.#digest(call))
        .catch(passOver(agent.host, "digesting an output", { callId: call.callId }));
    }
  }

  /** Adds finished digests to the tail. */
  async deliver(): Promise<void> {
    const done = this.#done.splice(0);
    if (done.length === 0) return;
    const notes = done.map(
      ({ product }): EventBody => ({ type: "context.added", kind: "digest", text: product }),
    );
    await this.#parts.journal.appendFrom(() => notes);
    for (const job of done) await job.close(true);
  }

  /** The turn is over. Resolves when no digest is in progress. */
  async end(): Promise<void> {
    this.#stop.cancel();
    this.#stop.release();
    await this.#last;
    for (const job of this.#done.splice(0)) await job.close(false);
  }

  async #digest(call: ToolEntry): Promise<void> {
    const { agent, journal, turnId } = this.#parts;
    const copilot = agent.crew?.member("copilot", journal.state);
    if (this.#stop.aborted || !copilot) return;
    const { callId } = call;
    const wanted = {
      ...{ kind: "digest" as const, model: copilot.label, turnId, callId },
      ...{ withinMs: unwaitedMs, cancel: this.#stop, unwaited: true },
    };
    const done = await beginJob(this.#parts, wanted, (stop) =>
      digestOutput(agent, copilot, journal.state, call, stop),
    );
    if (done) this.#done.push(done);
  }
}

/** The newest calls, back to the newest reply, whose full output is stored beside the log. */
function* cutOutputs({ timeline }: SessionState): Generator<ToolEntry> {
  for (const entry of timeline.backwards()) {
    if (entry.kind === "reply" || entry.kind === "user") return;
    if (entry.kind === "tool" && entry.spillFile !== undefined && entry.status !== "cancelled") yield entry;
  }
}
