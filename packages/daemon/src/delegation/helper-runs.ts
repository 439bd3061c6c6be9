import {
  type AgentParts,
  answerNow,
  type CancelSignal,
  type HelperDefinition,
  type HelperRunner,
  helperAnswer,
  helperPersona,
  type ToolContext,
  type ToolResult,
} from "@kestrel/core";
import { passOver } from "@kestrel/diagnostics";
import type { OpenSessions } from "../sessions/open-sessions.ts";
import type { OpenSession } from "../sessions/session-summary.ts";
import { helperAgent } from "./helper-agent.ts";
import { lastWords, spentIn, stepLine } from "./what-came.ts";

export type HelperRules = {
  /** Tokens that one subagent may process and generate together before it has to answer. */
  maxTokens: number;
};

type Serving = {
  sessions: Pick<OpenSessions, "openHelper" | "apply">;
  agent: AgentParts;
};

/** Helpers at work: each in a session of its own, at most two side by side and only where the engine has places for them. */
export class HelperRuns implements HelperRunner {
  readonly #rules: HelperRules;
  readonly #lanes = new Lanes();
  #serving: Serving | undefined;

  constructor(rules: HelperRules) {
    this.#rules = rules;
  }

  /** Sets where their sessions are opened. Until then every run fails. */
  serve(serving: Serving): void {
    this.#serving = serving;
  }

  async run(helper: HelperDefinition, question: string, context: ToolContext): Promise<ToolResult> {
    const { cancel, asked, workspace } = context;
    const serving = this.#serving;
    if (!serving || !asked) return failed("It cannot be asked here.");
    const leave = await this.#lanes.enter(await places(serving.agent), cancel);
    if (!leave) return failed("Stopped before it began.");
    const own = helperAgent(serving.agent, helper);
    try {
      const living = await serving.sessions.openHelper(
        {
          workspace,
          parent: { ...asked, helper: helper.name },
          mode: helper.mode,
          persona: helperPersona(helper),
          tools: serving.agent.tools
            .map(({ spec }) => spec.name)
            .filter((name) => helper.tools.includes(name)),
        },
        own.agentFor,
      );
      const result = await this.#asked(serving, living, { question, context, own });
      return { ...result, helper: living.id };
    } finally {
      own.over();
      leave();
    }
  }

  async #asked(
    serving: Serving,
    { id, session }: OpenSession,
    {
      question,
      context,
      own,
    }: { question: string; context: ToolContext; own: ReturnType<typeof helperAgent> },
  ): Promise<ToolResult> {
    const { cancel, show } = context;
    const stop = () =>
      void serving.sessions
        .apply(id, { type: "cancel", opId: `${id}-stop` })
        .catch(passOver("stopping a subagent"));
    let [spent, ops] = [0, 0];
    const say = async (text: string) => {
      ops += 1;
      if (cancel.aborted) return;
      await serving.sessions.apply(id, { type: "send-message", text, opId: `${id}-${ops}` });
      if (cancel.aborted) stop();
      await session.settled();
    };
    show(`${id}\n`);
    const unwatch = session.watch((news) => {
      if (news.kind !== "event") return;
      const line = stepLine(news.event, session.state());
      if (line !== undefined) show(`${line}\n`);
      spent += spentIn(news.event);
      if (spent <= this.#rules.maxTokens || ops > 1) return;
      spent = Number.NEGATIVE_INFINITY;
      void serving.sessions
        .apply(id, { type: "cancel", opId: `${id}-spent` })
        .catch(passOver("stopping a subagent"));
    });
    cancel.addEventListener("abort", stop, { once: true });
    try {
      await say(question);
      const { ending, answer } = lastWords(session.state());
      if (ending === "done" && answer !== "") return { outcome: "ok", content: helperAnswer(answer) };
      if (ending === "failed" || cancel.aborted) return failed("It ended without an answer.");
      own.allow(1);
      await say(answerNow);
      const late = lastWords(session.state()).answer;
      return late === ""
        ? failed("It found no answer in its steps.")
        : { outcome: "ok", content: helperAnswer(late) };
    } finally {
      unwatch();
      cancel.removeEventListener("abort", stop);
      serving.agent.backend.release?.(id);
    }
  }
}

/** How many helpers run at once: two when the engine has at least three slots of its own, otherwise one. */
async function places({ backend }: AgentParts): Promise<number> {
  const { slots = 1, limits = [] } = (await backend.facts().catch(passOver("asking a model server"))) ?? {};
  return slots > 2 && !limits.includes("slots_shared") ? 2 : 1;
}

function failed(content: string): ToolResult {
  return { outcome: "error", content };
}

/** A few may work side by side; the others wait in order. */
class Lanes {
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  /** Resolves when fewer than `width` run. Call the returned function at the end. Undefined when `cancel` fires first. */
  async enter(width: number, cancel: CancelSignal): Promise<(() => void) | undefined> {
    while (this.#taken >= width && !cancel.aborted) {
      let go = () => {};
      const woken = new Promise<void>((resolve) => {
        go = resolve;
      });
      this.#waiting.push(go);
      cancel.addEventListener("abort", go);
      await woken;
      cancel.removeEventListener("abort", go);
    }
    if (cancel.aborted) {
      this.#waiting.shift()?.();
      return undefined;
    }
    this.#taken += 1;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      this.#taken -= 1;
      this.#waiting.shift()?.();
    };
  }
}
