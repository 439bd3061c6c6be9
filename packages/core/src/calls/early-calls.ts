import { callName, mayOnlyRead } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import { Cancellation } from "../cancel/cancellation.ts";
import { outputLimit } from "../context/context-ledger.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import type { CallBinding, ToolContext } from "../ports/tool.ts";
import type { CallParts, ExecutedCall } from "./call-parts.ts";
import { argumentsOf, assessCall, contextOf, describeCall, toolNamed } from "./describe-call.ts";
import type { LandedToolCall } from "./landed-call.ts";
import { gateCall } from "./pass-gate.ts";
import { executeCall } from "./run-calls.ts";

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
    const { agent, journal } = this.#parts;
    const { state } = journal;
    const tool = toolNamed(agent, call.tool);
    const ids = { sessionId: state.sessionId, turnId: this.#parts.turnId };
    const { subject } = await describeCall(agent, call, ids);
    if (!tool || !subject || !mayOnlyRead(subject)) return undefined;
    // Hooks that run before a call must be asked before it runs.
    if (await agent.hooks?.stages?.any("before_call", state.workspace)) return undefined;
    const entry: ToolEntry = {
      ...{ kind: "tool", turnId: this.#parts.turnId, seq: state.lastSeq, at: state.changedAt, changes: [] },
      ...{
        callId: callName.of(state.calls + 1 + index),
        step: state.openTurn?.step ?? 0,
        status: "requested",
        folded: false,
      },
      ...{ tool: call.tool, arguments: call.arguments, subject },
    };
    const silent = { output: () => {}, outputDone: () => {} };
    const context = contextOf({ ...this.#parts, live: silent, cancel: stop }, entry, outputLimit(state, 1));
    const args = argumentsOf(call);
    const assessment = await assessCall(agent.host, entry, { tool, args, context });
    if (!assessment || assessment.refused || assessment.risk !== "read") return undefined;
    const { decision } = await gateCall(agent, entry, { state, assessment });
    if (decision.kind !== "allow" || stop.aborted) return undefined;
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
