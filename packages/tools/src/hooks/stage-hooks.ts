import {
  type CancelSignal,
  type HookedSession,
  type HookOccasion,
  neverCancelled,
  type StageHooks,
} from "@kestrel/core";
import type { HookAnswer, HookProblem, HookStage, HookTrial, ShownHook } from "@kestrel/protocol/api";
import { jsonOrNothing } from "@kestrel/text";
import { withoutOwnName } from "../place/confined-path.ts";
import type { AskableHook, HookReply, HookSource } from "./askable-hook.ts";
import { hookInput, isFor } from "./hook-input.ts";
import { madeUp } from "./made-up.ts";

/** Answers allowed at each stage; others are reported. A denied end of a turn makes it continue. */
const mayDeny: ReadonlySet<HookStage> = new Set(["prompt_submitted", "before_call"]);
const mayNote: ReadonlySet<HookStage> = new Set([
  "session_opened",
  "prompt_submitted",
  "before_call",
  "after_call",
]);

type Record = Pick<ShownHook, "asked" | "denied" | "failed" | "last">;

/** All hooks, and the status of each since the daemon started. */
export type HooksHere = StageHooks & {
  list(workspace: string): Promise<{ hooks: ShownHook[]; problems: HookProblem[] }>;
  /** Calls one hook with sample input; undefined for an unknown name. */
  test(name: string, workspace: string, folder: string): Promise<HookTrial | undefined>;
};

/** Combines the hooks of several sources. Those of one stage run concurrently; their answers keep their order. */
export function stageHooks(sources: readonly HookSource[], now: () => string): HooksHere {
  const records = new Map<string, Record>();
  const all = async (workspace: string) => {
    const found = await Promise.all(sources.map((source) => source(workspace)));
    return {
      hooks: found.flatMap(({ hooks }) => hooks),
      problems: found.flatMap(({ problems }) => problems),
    };
  };
  const recordOf = (hook: AskableHook): Record => {
    const key = JSON.stringify([hook.from, hook.on, hook.name, hook.command]);
    const known = records.get(key) ?? { asked: 0, denied: 0, failed: 0 };
    records.set(key, known);
    return known;
  };
  const keep = (hook: AskableHook, answer: HookAnswer | undefined) => {
    const record = recordOf(hook);
    record.asked += 1;
    if (!answer) return;
    if (answer.said === "denied") record.denied += 1;
    if (answer.said === "failed") record.failed += 1;
    record.last = { ...answer, at: now() };
  };
  const askOne = async (
    hook: AskableHook,
    occasion: HookOccasion,
    session: HookedSession,
    cancel: CancelSignal,
  ): Promise<HookAnswer[]> => {
    const reply = await hook.ask(hookInput(occasion, session), cancel);
    const answers = answersOf(hook, reply);
    keep(hook, answers[0]);
    return answers;
  };
  return {
    any: async (stage, workspace) => (await all(workspace)).hooks.some(({ on }) => on === stage),
    ask: async (heard, session, cancel) => {
      const occasion = await withMeantPath(heard, session.workspace);
      const { hooks } = await all(session.workspace);
      const asked = hooks.filter(({ on, tool }) => on === occasion.stage && forThis(tool, occasion));
      const told = await Promise.all(asked.map((hook) => askOne(hook, occasion, session, cancel)));
      return told.flat();
    },
    list: async (workspace) => {
      const { hooks, problems } = await all(workspace);
      return { hooks: hooks.map((hook) => ({ ...withoutAsk(hook), ...recordOf(hook) })), problems };
    },
    test: async (name, workspace, folder) => {
      const hook = (await all(workspace)).hooks.find((one) => one.name === name);
      if (!hook) return undefined;
      const began = performance.now();
      const session = { sessionId: "trial", workspace: folder, mode: "ask" as const };
      const reply = await hook.ask(hookInput(madeUp(hook.on), session), neverCancelled);
      return { answers: answersOf(hook, reply), durationMs: Math.round(performance.now() - began) };
    },
  };
}

/** The path that the tool will use: a hook guards paths, however the model spells them. */
async function withMeantPath(occasion: HookOccasion, workspace: string): Promise<HookOccasion> {
  if (!("call" in occasion)) return occasion;
  const given = jsonOrNothing(occasion.call.arguments) as { path?: unknown } | undefined;
  if (typeof given?.path !== "string") return occasion;
  const path = await withoutOwnName(workspace, given.path);
  if (path === given.path) return occasion;
  return { ...occasion, call: { ...occasion.call, arguments: JSON.stringify({ ...given, path }) } };
}

function forThis(tool: string | undefined, occasion: HookOccasion): boolean {
  return "call" in occasion ? isFor(tool, occasion.call) : true;
}

function withoutAsk({ ask: _, ...shown }: AskableHook): Omit<AskableHook, "ask"> {
  return shown;
}

/** The effect of a reply at its stage. A failed hook denies when it is set to. */
function answersOf({ name: hook, on, onFailure, from }: AskableHook, reply: HookReply): HookAnswer[] {
  if (reply.kind === "silent") return [];
  if (reply.kind === "failed") {
    const { detail, report } = reply;
    const failed: HookAnswer = { hook, said: "failed", text: detail, ...(report && { report }) };
    const denies = onFailure === "deny" && mayDeny.has(on);
    return denies ? [failed, { hook, said: "denied", text: `it could not be asked (${detail})` }] : [failed];
  }
  const { said, text } = reply;
  // A workspace's script may block but not add notes for the model: the user has not read them.
  if (from === "workspace" && (said === "noted" || on === "after_call"))
    return [{ hook, said: "failed", text: "a hook of a folder adds no notes" }];
  if (said === "denied" && on === "turn_ended") return [{ hook, said: "held", text }];
  if (said === "denied" && on === "after_call") return [{ hook, said: "noted", text }];
  if (said === "denied" && mayDeny.has(on)) return [{ hook, said, text }];
  if (said === "asked" && on === "before_call") return [{ hook, said, text }];
  if (said === "noted" && mayNote.has(on)) return [{ hook, said, text }];
  return [{ hook, said: "failed", text: `${said} means nothing at ${on}` }];
}
