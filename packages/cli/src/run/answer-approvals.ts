import { passOver } from "@kestrel/diagnostics";
import { nobodyToAsk } from "@kestrel/protocol";
import type { ToolEntry } from "@kestrel/session-state";
import type { FollowedSession } from "../daemon/followed-session.ts";
import { failureOf } from "../failure-of.ts";
import type { Say } from "../i18n/say.ts";
import { answerOp } from "../question/answer-op.ts";
import { askedDigest } from "../session-lines/call-in.ts";
import { describeCall } from "../session-lines/describe-call.ts";
import type { RewritableLine } from "../terminal/rewritable-line.ts";
import type { Paint } from "../terminal/style.ts";
import { type ApprovalRule, allows, switchFor } from "./approval-rule.ts";
import { askPerson } from "./ask-person.ts";

type Surroundings = {
  rule: ApprovalRule;
  /** An interactive terminal is attached. */
  person: boolean;
  lines: RewritableLine;
  say: Say;
  paint: Paint;
  interrupt(): void;
};

/** Answers a run's approvals: by the rule, by the user at the terminal, otherwise with no. */
export class ApprovalAnswers {
  readonly #surroundings: Surroundings;
  /** By digest: one call may ask twice, for different bytes. */
  readonly #open = new Map<string, OpenApproval>();
  #unused = "";
  #left = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** A call waits. The user gets one question after the other. */
  asked(session: FollowedSession, call: ToolEntry): void {
    if (this.#left) return;
    const open = openApproval();
    const digest = askedDigest(call);
    if (digest !== undefined) this.#open.set(digest, open);
    this.#last = this.#last
      .then(() => this.#answer(session, call, open))
      .catch(passOver("asking about a call"));
  }

  /** The review of a waiting call is complete. */
  reviewed(call: ToolEntry): void {
    this.#open.get(askedDigest(call) ?? "")?.tell(call);
  }

  /** The question was answered, here or elsewhere. */
  settled(digest: string): void {
    this.#open.get(digest)?.settled.abort();
    this.#open.delete(digest);
  }

  /** The user is gone. Other clients answer the open and further questions. */
  leave(): void {
    this.#left = true;
    this.close();
  }

  /** The turn is over: closes the open questions. */
  close(): void {
    for (const digest of [...this.#open.keys()]) this.settled(digest);
  }

  /** Text that was typed during a question without answering it. */
  get unused(): string {
    return this.#unused;
  }

  async #answer(session: FollowedSession, call: ToolEntry, open: OpenApproval): Promise<void> {
    const { rule, person, lines, say, paint } = this.#surroundings;
    const { approval, question, callId } = call;
    if (open.settled.signal.aborted) return;
    if (question && !person) {
      lines.line(paint("yellow", say("question.nobody", { question: question.question })));
      return send(session.ask({ type: "answer-question", callId, digest: question.digest, end: "nobody" }));
    }
    if (question) return this.#ask(session, call, open);
    if (!approval) return;
    const { digest } = approval;
    if (allows(rule, { ...call, ...approval })) {
      return send(session.ask({ type: "approve", callId, digest, scope: "once" }));
    }
    if (!person) {
      const flags = switchFor({ ...call, ...approval });
      const described = { call: describeCall(call) };
      const but = call.subject?.commands?.length ? "run.deniedLine" : "run.deniedBut";
      const why = flags === undefined ? say("run.denied", described) : say(but, { ...described, flags });
      lines.line(paint("yellow", why));
      return send(session.ask({ type: "deny", callId, digest, reason: nobodyToAsk }));
    }
    return this.#ask(session, call, open);
  }

  async #ask(session: FollowedSession, call: ToolEntry, open: OpenApproval): Promise<void> {
    const { lines, say, paint } = this.#surroundings;
    const unused = (words: string) => {
      this.#unused += words;
    };
    const asked = await askPerson(
      call,
      { lines, say, paint, workspace: session.state.workspace },
      { settled: open.settled.signal, reviewed: open.reviewed, unused },
    );
    switch (asked.kind) {
      case "settled":
        return;
      case "interrupt":
        return this.#surroundings.interrupt();
      case "answer": {
        const op = answerOp(call, asked.answer);
        return op && send(session.ask(op));
      }
      default:
        asked satisfies never;
    }
  }
}

/** The signals of an open question. */
type OpenApproval = { settled: AbortController; reviewed: Promise<ToolEntry>; tell(call: ToolEntry): void };

function openApproval(): OpenApproval {
  let tell = (_: ToolEntry) => {};
  const reviewed = new Promise<ToolEntry>((resolve) => (tell = resolve));
  return { settled: new AbortController(), reviewed, tell };
}

/** Ignores an answer that comes too late: another client answered first, or the turn is over. */
async function send(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    const { code } = failureOf(error);
    if (code !== "approval_stale" && code !== "approval_not_found") throw error;
  });
}
