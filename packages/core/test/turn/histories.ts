import { catalogOf, type FileRestorer, KestrelError, type Library } from "@kestrel/core";
import {
  callsTool,
  fails,
  fakeSource,
  fakeTool,
  type GivenSession,
  givenSession,
  type ScriptedReply,
  says,
  thinks,
} from "@kestrel/core/testing";
import type { EventBody, EventOf } from "@kestrel/protocol";
import { nextRedo, nextUndo } from "@kestrel/session-state";
import fc from "fast-check";

/** What can happen to a session beside messages and replies. A new op of a session is a line in `interventions`. */
type Intervention = {
  /** While a tool runs. */
  during?(session: GivenSession): Promise<unknown>;
  /** Between two turns. */
  between?(session: GivenSession): Promise<unknown>;
};

const interventions = {
  steer: { during: (session) => session.does({ type: "send-message", text: "wait" }) },
  stop: { during: (session) => session.does({ type: "cancel" }) },
  "steer-and-stop": {
    during: async (session) => {
      await session.does({ type: "send-message", text: "not like this" });
      await session.does({ type: "cancel" });
    },
  },
  plan: { between: (session) => session.does({ type: "set-mode", mode: "plan" }) },
  ask: { between: (session) => session.does({ type: "set-mode", mode: "ask" }) },
  regenerate: { between: (session) => rewinds(session, { again: true }) },
  edit: { between: (session) => rewinds(session, { text: "in other words" }) },
  rewind: { between: (session) => rewinds(session, {}) },
  continue: { between: (session) => session.does({ type: "continue" }) },
  prompt: { between: (session) => session.does({ type: "invoke", name: "plan" }) },
  skill: { during: (session) => session.does({ type: "invoke", name: "pdf" }) },
  compact: { between: (session) => session.does({ type: "compact" }) },
  undo: {
    between: (session) =>
      session.does({ type: "undo", target: nextUndo(session.session.state()) ?? { turn: "none" } }),
  },
  redo: {
    between: (session) =>
      session.does({ type: "undo", target: nextRedo(session.session.state()) ?? { turn: "none" } }),
  },
} as const satisfies Record<string, Intervention>;

/** Goes back to the second to last message, or to the only one. */
function rewinds(session: GivenSession, how: { again?: true; text?: string }): Promise<unknown> {
  const messages = [...session.session.state().timeline].filter((entry) => entry.kind === "user");
  const { turnId = "none" } = messages.at(-2) ?? messages.at(-1) ?? {};
  return session.does({ type: "rewind", turn: turnId, ...how });
}

type InterventionName = keyof typeof interventions;

const words = fc.string({ unit: "binary", maxLength: 40 });

/** One reply of a model: good ones, broken ones, and servers that fail. */
export const anyReply = fc.oneof(
  words.map((text) => [says(text)]),
  fc.tuple(words, words).map(([thought, text]) => [thinks(thought), says(`${text} \n`)]),
  words.map((text) => [says(text), callsTool("read", { path: "a" })]),
  fc.constant([
    callsTool("read", { path: "a" }),
    callsTool("read", { path: "b" }),
    callsTool("write", { path: "c" }),
  ]),
  fc.constant([callsTool("write", { path: "a", content: "x" })]),
  fc.constant([callsTool("silent", {})]),
  fc.constant([callsTool("change", { path: "d" }), callsTool("change", { path: "e" })]),
  fc.constantFrom(
    ...["pdf", "github", "github/open_issue", "nothing"].map((name) => [callsTool("use", { name })]),
    [callsTool("use", { name: "forms", action: "find" })],
    [callsTool("use", { name: "github/open_issue", arguments: { title: "x" } })],
  ),
  fc.constant([callsTool("write", '{"path": ')]),
  fc.constant([callsTool("fly", {})]),
  fc.constant([fails("unreachable")]),
  words.map((text) => [says(text), fails("engine_died")]),
  fc.constant([]),
  fc.constant([says(" \n")]),
  words.map((text) => [thinks(text)]),
  fc.constant([says("I "), fails("tool_parse")]),
  fc.constant([says("Half of"), { kind: "done", finish: "length" } as const]),
  fc.constant([callsTool("write", '{"path": "a'), { kind: "done", finish: "length" } as const]),
  fc.constant([says(`Well. ${"and so on, ".repeat(200)}`), says("never heard")]),
  fc.constant([says('<tool_call>{"name": "read", "arguments": {"path": "a"}}</tool_call>')]),
  fc.constant([says('{"name": "write", "arguments": {"path": "b"}}')]),
  fc.constant([says("Now I'll run the tests.")]),
) satisfies fc.Arbitrary<ScriptedReply>;

type Answer = "approve" | "deny" | "cancel" | "for-session";

const names = Object.keys(interventions) as InterventionName[];

/** One message of the person, the answers to its questions, and what else happens around it. No client sends a blank one. */
export const anyTurn = fc.record({
  text: fc.oneof(
    fc.string({ minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== ""),
    // What clearly means something of the catalogue: its words are laid beside it.
    fc.constantFrom("fill the form in this pdf", "open a github issue with a title"),
  ),
  answers: fc.array(fc.constantFrom<Answer>("approve", "deny", "cancel", "for-session")),
  happens: fc.subarray(names, { maxLength: 2 }),
});
type Turn = typeof anyTurn extends fc.Arbitrary<infer Value> ? Value : never;

/** One of each tier beside the tools, and something of each kind that a person calls by name. */
const catalog = catalogOf([
  fakeSource({ kind: "skill", has: { pdf: "Fill forms\nUse the form." } }),
  fakeSource({
    kind: "server",
    has: { github: "Issues", "github/open_issue": "open_issue(title: string)" },
    run: () => ({ outcome: "ok", content: "issue 7" }),
  }),
]);
const library: Library = {
  list: async () => ({ skills: [], prompts: [], ignored: [], folders: { skills: "", prompts: "" } }),
  names: async () => [],
  switchSkill: async () => false,
  expand: async (name) =>
    name === "plan"
      ? { kind: "prompt", text: "Plan now.", digest: "p", mode: "plan" }
      : { kind: "capability", text: "Use the form.", digest: "13" },
};

/** Plays the turns against those replies; every later reply is a plain one. */
export async function playHistory(
  replies: readonly ScriptedReply[],
  turns: readonly Turn[],
  given: { answerSchema?: boolean; window?: number } = {},
): Promise<GivenSession> {
  const endless = Array.from({ length: 80 }, () => [says("Done.")]);
  const session = await givenSession({
    replies: [...replies, ...endless],
    maxSteps: 6,
    catalog,
    library,
    ...given,
    files: { preview: restored, restore: restored },
    tools: [
      fakeTool({ name: "read", risk: "read", run: () => ({ outcome: "ok", content: "one\ntwo" }) }),
      fakeTool({ name: "silent", risk: "read", run: () => ({ outcome: "ok", content: "" }) }),
      fakeTool({
        name: "change",
        risk: "edit",
        run: ({ path }) => ({ outcome: "ok", content: "changed", changes: [changed(String(path))] }),
      }),
      fakeTool({ name: "write", risk: "edit", run: () => ({ outcome: "error", content: "no space" }) }),
    ],
  });
  withOutages(session);
  for (const { text, answers, happens } of turns) {
    const chosen = happens.map((name): Intervention => interventions[name]);
    const pending = [...answers];
    const unwatch = session.session.watch((news) => {
      if (news.kind !== "event") return;
      const { body } = news.event;
      if (body.type === "tool.started")
        for (const { during } of chosen) void during?.(session).catch(() => undefined);
      if (body.type === "approval.requested") answer(session, body, pending.shift() ?? "approve");
    });
    for (const { between } of chosen) await between?.(session).catch(() => undefined);
    await session.session.settled();
    await session.says(text);
    unwatch();
  }
  return session;
}

/** After every reply that a server lost, it stays away until it was asked three times. */
function withOutages({ session, backend }: GivenSession): void {
  const told = backend.facts.bind(backend);
  let away = 0;
  backend.facts = async () => {
    if (away === 0) return told();
    away -= 1;
    throw new KestrelError("unreachable", "nobody there");
  };
  session.watch((news) => {
    if (news.kind === "event" && isLost(news.event.body)) away = 3;
  });
}

/** True for the end of a reply whose server went away. */
export function isLost(body: EventBody): boolean {
  return (
    body.type === "reply.completed" &&
    (body.failure?.code === "unreachable" || body.failure?.code === "engine_died")
  );
}

const changed = (path: string) => ({
  path,
  before: "b0",
  after: "b1",
  diff: "-one\n+two\n",
  added: 1,
  removed: 1,
});

const restored: FileRestorer["restore"] = async (_workspace, wanted) => ({
  files: wanted.map(({ path }) => ({ ...changed(path), action: "changed" as const })),
  refused: [],
});

function answer(
  session: GivenSession,
  { callId, digest }: EventOf<"approval.requested">,
  choice: Answer,
): void {
  const scope = choice === "for-session" ? "session" : "once";
  const asked =
    choice === "cancel"
      ? session.does({ type: "cancel" })
      : choice === "deny"
        ? session.does({ type: "deny", callId, digest, reason: "no" })
        : session.does({ type: "approve", callId, digest, scope });
  void asked.catch(() => undefined);
}
