import type { ToolEntry } from "@kestrel/session-state";
import { Cancellation } from "../cancel/cancellation.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import type { CallBinding, ToolContext } from "../ports/tool.ts";
import type { CallParts, ExecutedCall } from "./call-parts.ts";
import type { LandedToolCall } from "./landed-call.ts";
import { toolNamed } from "./pass-gate.ts";
import { executeCall, foreseeCall } from "./run-calls.ts";

type Early = {
  call: LandedToolCall;
  since: number;
  ran: Promise<{ executed: ExecutedCall; binding: CallBinding } | undefined>;
};

/**
 * Runs read-only calls of a streaming reply as soon as each is complete, if they need no approval and precede every other call. The
 * call later passes all stages as usual and only its run is saved: the result is used when the call, its preconditions and its
 * bounds are the same, and discarded otherwise.
 */
export class EarlyCalls {
  readonly #parts: Omit<CallParts, "early">;
  #calls: Early[] = [];
  #stop: Cancellation;

  constructor(parts: Omit<CallParts, "early">) {
    this.#parts = parts;
    this.#stop = new Cancellation(parts.cancel);
  }

  /** A reply begins, or the last one failed: stops its runs. */
  forget(): void {
    this.#stop.cancel();
    this.#stop.release();
    this.#stop = new Cancellation(this.#parts.cancel);
    this.#calls = [];
  }

  /** The reply's call at `index` is written to its end. */
  written(index: number, call: LandedToolCall): void {
    const { agent } = this.#parts;
    if (!agent.earlyCalls || agent.hooks?.gate || index !== this.#calls.length) return;
    if (call.rejected || call.repairs || !toolNamed(agent, call.tool)?.concurrent) return;
    const { turnId } = this.#parts;
    const ran = this.#run(index, call, this.#stop).catch(passOver(agent.host, "early call", { turnId }));
    this.#calls.push({ call, since: agent.host.now(), ran });
  }

  /** The finished or running run of that call with these preconditions; it is not run again. */
  async take(
    entry: ToolEntry,
    { approved, outputLimit: bound }: ToolContext,
  ): Promise<ExecutedCall | undefined> {
    const at = this.#calls.findIndex(
      ({ call }) => call.tool === entry.tool && call.arguments === entry.arguments,
    );
    const [early] = at < 0 ? [] : this.#calls.splice(at, 1);
    if (!early) return undefined;
    const { agent } = this.#parts;
    const asked = agent.host.now();
    const run = await early.ran;
    if (!run || run.executed.result.outcome === "stale") return undefined;
    const { result, durationMs } = run.executed;
    const same = JSON.stringify(run.binding) === JSON.stringify(approved ?? {});
    // A truncated result, or one over the bound, would differ.
    if (!same || result.spillFile !== undefined || result.content.length > bound) return undefined;
    agent.earlyCalls?.used(Math.min(durationMs, asked - early.since));
    return run.executed;
  }

  async #run(index: number, call: LandedToolCall, stop: Cancellation): Early["ran"] {
    const { agent } = this.#parts;
    const silent = { output: () => {}, outputDone: () => {} };
    const parts = { ...this.#parts, live: silent, cancel: stop };
    const foreseen = await foreseeCall(parts, call, { index, readOnly: true });
    if (!foreseen) return undefined;
    const { entry, tool, args, context, assessment } = foreseen;
    const { binding = {} } = assessment;
    agent.earlyCalls?.started();
    const executed = await executeCall(agent, entry, {
      tool,
      args,
      context: { ...context, approved: binding },
    });
    return stop.aborted ? undefined : { executed, binding };
  }
}
