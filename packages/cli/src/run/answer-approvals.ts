import type { CallId, ToolEntry } from "@kestrel/protocol";
import { approvalLines } from "../conversation/approval-lines.ts";
import { describeCall } from "../conversation/describe-call.ts";
import type { FollowedSession } from "../daemon/followed-session.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { readKey } from "../terminal/read-key.ts";
import type { RewritableLine } from "../terminal/rewritable-line.ts";
import type { Paint } from "../terminal/style.ts";
import { type ApprovalRule, allows } from "./approval-rule.ts";

/** What the model is told of a call that nobody could be asked about. */
const nobodyThere =
  "nobody is there to approve this; do not try another way, finish with what you can say without it";

type Surroundings = {
  rule: ApprovalRule;
  /** A person sits at this terminal. */
  person: boolean;
  lines: RewritableLine;
  say: Say;
  paint: Paint;
  interrupt(): void;
};

/** Answers what a run's calls ask: by the rule, by the person at the terminal, and otherwise with no. Never waits for nobody. */
export class ApprovalAnswers {
  readonly #surroundings: Surroundings;
  readonly #open = new Map<CallId, AbortController>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** A call asks. Questions are put to a person one after the other. */
  asked(session: FollowedSession, call: ToolEntry): void {
    const settled = new AbortController();
    this.#open.set(call.callId, settled);
    this.#last = this.#last.then(() => this.#answer(session, call, settled.signal)).catch(() => undefined);
  }

  /** The question was answered, here or elsewhere. */
  settled(callId: CallId): void {
    this.#open.get(callId)?.abort();
    this.#open.delete(callId);
  }

  /** The turn is over: nothing is asked any more. */
  close(): void {
    for (const callId of [...this.#open.keys()]) this.settled(callId);
  }

  async #answer(session: FollowedSession, call: ToolEntry, settled: AbortSignal): Promise<void> {
    const { rule, person, lines, say, paint } = this.#surroundings;
    const { approval, callId } = call;
    if (!approval || settled.aborted) return;
    const { digest } = approval;
    if (allows(rule, { ...call, ...approval })) {
      return send(session.ask({ type: "approve", callId, digest, scope: "once" }));
    }
    if (!person) {
      lines.line(paint("yellow", say("run.denied", { call: describeCall(call) })));
      return send(session.ask({ type: "deny", callId, digest, reason: nobodyThere }));
    }
    for (const line of approvalLines(call, say, paint)) lines.line(line);
    lines.now(say("approval.keys"));
    for (;;) {
      const key = await readKey(settled);
      if (key === undefined) return lines.clear();
      if (key === "ctrl+c") return this.#surroundings.interrupt();
      if (key === "a" || key === "s") {
        const scope = key === "a" ? "once" : "session";
        lines.clear();
        return send(session.ask({ type: "approve", callId, digest, scope }));
      }
      if (key === "d" || key === "n") {
        lines.clear();
        return send(session.ask({ type: "deny", callId, digest }));
      }
    }
  }
}

/** Somebody else may have been faster, or the turn may be over: then there is nothing left to answer. */
async function send(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    const { code } = failureOf(error);
    if (code !== "approval_stale" && code !== "approval_not_found") throw error;
  });
}
