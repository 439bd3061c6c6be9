import { setTimeout as wait } from "node:timers/promises";
import {
  againMessage,
  type CheckRunner,
  itemMessage,
  type LoopStep,
  nextStep,
  type WorktreeCheckout,
  type Worktrees,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import { type OpBody, SessionId } from "@kestrel/protocol";
import type { CheckRun, LoopEvent, LoopState } from "@kestrel/protocol/loop";
import { runningJobs } from "@kestrel/session-state";
import { matchesPath } from "@kestrel/text";
import { lastWords, spentIn } from "../delegation/what-came.ts";
import type { OpenSessions } from "../sessions/open-sessions.ts";
import { lacksRoom } from "./lacks-room.ts";

/** An open loop: its state, where its events are stored first, and its stop signal. */
export type LivingLoop = {
  state(): LoopState;
  append(event: LoopEvent): Promise<void>;
  signal: AbortSignal;
};

export type WorkParts = {
  dataFolder: string;
  worktrees: Pick<Worktrees, "checkout">;
  checks: CheckRunner;
  sessions: Pick<OpenSessions, "open" | "get" | "apply" | "working">;
};

/** Between two looks at whether a person's turn is over. Milliseconds. */
const looks = 500;

/** Thrown to stop the loop. Everything that happened is in the log. */
class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Works on a loop until it pauses, ends or is stopped. Every decision is `nextStep`'s; here they are done. */
export async function workLoop(loop: LivingLoop, parts: WorkParts): Promise<void> {
  const work = new LoopWork(loop, parts, await parts.worktrees.checkout(loop.state().worktree.id));
  try {
    while (loop.state().phase === "running" && !loop.signal.aborted) await work.take(nextStep(loop.state()));
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
}

class LoopWork {
  readonly #loop: LivingLoop;
  readonly #parts: WorkParts;
  readonly #checkout: WorktreeCheckout;
  /** Whether this process began the current attempt: one that a crash interrupted is checked before the model is asked. */
  #isOurs = false;

  constructor(loop: LivingLoop, parts: WorkParts, checkout: WorktreeCheckout) {
    this.#loop = loop;
    this.#parts = parts;
    this.#checkout = checkout;
  }

  async take(step: LoopStep): Promise<void> {
    const { append, state } = this.#loop;
    const { plan, worktree } = state();
    switch (step.kind) {
      case "setup":
        return append({ type: "setup.ran", ...(await this.#check(plan.setup ?? "", worktree.folder)) });
      case "check": {
        const ran = await this.#check(plan.items[step.item]?.check ?? "", worktree.folder);
        return this.#checked(step.item, "before", ran, 0);
      }
      case "attempt":
        return this.#attempt(step);
      case "settle":
        return this.#settle(step);
      case "check-all":
        return this.#checkAll(step.items);
      case "pause":
        return append({ type: "loop.paused", why: step.why, ...(step.detail && { detail: step.detail }) });
      case "end":
        return append({ type: "loop.ended", how: step.how });
      default:
        return step satisfies never;
    }
  }

  /** One attempt: a turn of the model, then what code finds. */
  async #attempt({ item, session, begun }: Extract<LoopStep, { kind: "attempt" }>): Promise<void> {
    const { append, state } = this.#loop;
    const { plan, worktree, items } = state();
    const wanted = plan.items[item];
    const before = items[item]?.before;
    if (!wanted || !before) return;
    await this.#untilFree();
    const id =
      session === undefined ? await this.#newSession(worktree.folder, wanted.text) : SessionId.parse(session);
    if (!begun) {
      await append({ type: "attempt.began", item, session: id });
      this.#isOurs = true;
    }
    let red = items[item]?.attempts.findLast(({ check }) => check)?.check ?? before;
    const living = await this.#parts.sessions.get(id);
    const isCut = !this.#isOurs && living.session.state().turns > 0;
    this.#isOurs = true;
    if (isCut) {
      // The work may have been done before the crash: finding out costs no token.
      const now = await this.#checkWork(item);
      if (now.code === 0) return this.#checked(item, "after", now, 0);
      red = now;
    }
    const { turns } = living.session.state();
    const text = turns === 0 ? itemMessage(wanted, before) : againMessage(wanted.check, red);
    const { tokens, pause } = await this.#turn(id, { type: "send-message", text });
    if (this.#loop.signal.aborted) throw new Stopped();
    if (pause !== undefined)
      return append({ type: "loop.paused", why: pause.why, ...(pause.detail && { detail: pause.detail }) });
    await this.#checked(item, "after", await this.#checkWork(item), tokens);
  }

  /** A person's turn goes first: one that waits for an answer does not count. */
  async #untilFree(): Promise<void> {
    while (this.#parts.sessions.working() && !this.#loop.signal.aborted) await wait(looks);
    if (this.#loop.signal.aborted) throw new Stopped();
  }

  async #newSession(workspace: string, title: string): Promise<SessionId> {
    const { sessions } = this.#parts;
    const { id } = await sessions.open({ workspace });
    await sessions.apply(id, { type: "set-mode", mode: "auto", opId: `${id}-auto` });
    await sessions.apply(id, { type: "set-title", title: title.slice(0, 80), opId: `${id}-title` });
    return id;
  }

  /** Runs the model until it ends, the budget is spent or the loop is stopped, and ends its background jobs with it. */
  async #turn(
    id: SessionId,
    message: OpBody,
  ): Promise<{ tokens: number; pause?: { why: "engine" | "asked" | "disk_full"; detail?: string } }> {
    const { sessions } = this.#parts;
    const { state, signal } = this.#loop;
    const { session } = await sessions.get(id);
    const { plan, spent } = state();
    const ask = (op: OpBody, what: string) => sessions.apply(id, { ...op, opId: `${id}-${what}` });
    const number = session.state().turns;
    let tokens = 0;
    let cut = false;
    const cancel = () => {
      if (cut) return;
      cut = true;
      void ask({ type: "cancel" }, `cut-${number}`).catch(() => undefined); // expected: the turn is over
    };
    const unwatch = session.watch((news) => {
      if (news.kind !== "event") return;
      tokens += spentIn(news.event);
      if (plan.tokens !== undefined && spent.tokens + tokens > plan.tokens) cancel();
      const { body } = news.event;
      if (body.type !== "question.asked") return;
      const { callId, digest } = body;
      void ask({ type: "answer-question", callId, digest, end: "nobody" }, `away-${callId}`).catch(
        passOver("answering a question of a loop"),
      );
    });
    const left = setTimeout(cancel, Math.min(2 ** 31 - 1, Math.max(1, plan.hours * 3_600_000 - spent.ms)));
    signal.addEventListener("abort", cancel, { once: true });
    try {
      await ask(message, `say-${number}`);
      if (signal.aborted) cancel();
      await session.settled();
      for (const { job } of runningJobs(session.state()))
        await ask({ type: "stop-job", job }, `stop-${job}`).catch(passOver("ending a job of a loop"));
    } finally {
      clearTimeout(left);
      unwatch();
      signal.removeEventListener("abort", cancel);
    }
    const { ending } = lastWords(session.state());
    if (ending === "log_unwritable") return { tokens, pause: { why: "disk_full" } };
    if (ending === "failed") return { tokens, pause: { why: "engine", detail: ending } };
    return { tokens, ...(ending === "cancelled" && !cut && { pause: { why: "asked" } }) };
  }

  /** Puts kept files back, and runs the check. */
  async #checkWork(item: number): Promise<CheckRun> {
    const { plan, worktree } = this.#loop.state();
    const { check = "", keep = [], named = [] } = plan.items[item] ?? {};
    const isIn = (globs: readonly string[], path: string) => globs.some((glob) => matchesPath(glob, path));
    const paths = await this.#checkout.putBack(
      (path, isNew) => isIn(keep, path) || (!isNew && isIn(named, path)),
    );
    if (paths.length > 0)
      await this.#loop.append({ type: "paths.restored", item, paths: paths.slice(0, 50) });
    return this.#check(check, worktree.folder);
  }

  async #check(line: string, folder: string): Promise<CheckRun> {
    const began = performance.now();
    const ran = await this.#parts.checks.run(line, folder, this.#loop.signal);
    if (ran === "cancelled") throw new Stopped();
    if (ran === "no_sandbox") {
      const why = (await lacksRoom([folder, this.#parts.dataFolder])) ? "disk_full" : "no_sandbox";
      await this.#loop.append({ type: "loop.paused", why });
      throw new Stopped();
    }
    return { ...ran, ms: Math.round(performance.now() - began) };
  }

  async #checked(
    item: number,
    when: "before" | "after" | "end",
    ran: CheckRun,
    tokens: number,
  ): Promise<void> {
    this.#isOurs = false;
    await this.#loop.append({
      type: "check.ran",
      item,
      when,
      tree: await this.#checkout.tree(),
      tokens,
      ...ran,
    });
  }

  /** The daemon commits, never the model. What did not pass is kept, and the next item begins without it. */
  async #settle({ item, how }: Extract<LoopStep, { kind: "settle" }>): Promise<void> {
    const { id, plan } = this.#loop.state();
    const commit = await (how === "done"
      ? this.#checkout.commit(plan.items[item]?.text ?? "")
      : how === "already_green"
        ? undefined
        : this.#checkout.setAside(`refs/kestrel/loops/${id}/${item + 1}`));
    await this.#loop.append({ type: "item.settled", item, how, ...(commit && { commit }) });
  }

  /** Checks all passed items once more together, in a clone that has only the commits. */
  async #checkAll(items: readonly number[]): Promise<void> {
    const { plan } = this.#loop.state();
    await this.#checkout.inFreshClone(async (folder) => {
      if (plan.setup !== undefined) await this.#check(plan.setup, folder);
      for (const item of items) {
        const ran = await this.#check(plan.items[item]?.check ?? "", folder);
        await this.#checked(item, "end", ran, 0);
        if (ran.code !== 0) await this.#loop.append({ type: "item.settled", item, how: "broken_later" });
      }
    });
  }
}
