import type { CommitDraft } from "@kestrel/protocol/api";
import { emptySession, Sequence, type SessionState } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { doSlashCommand } from "../../src/repl/do-slash-command.ts";

const say = await speaker("en");
const message = "Turn the lights on\n\n- src/harbour.ts (+1 -1)";

const changed: SessionState = {
  ...emptySession,
  sessionId: "s00000001" as never,
  fileSets: Sequence.from([
    {
      ...{ seq: 3, at: "2026-01-01T00:00:00.000Z", turnId: "t1", turn: 1 },
      steps: Sequence.from([{ path: "src/harbour.ts", before: "a", after: "b" }]),
    },
  ]),
};

/** What a line asked the daemon for, and what stands on the screen then. */
async function typed(argument: string, draft?: CommitDraft, state: SessionState | undefined = changed) {
  const asked: unknown[] = [];
  const printed: string[] = [];
  const call = async (...named: unknown[]) => {
    asked.push(named);
    return { draft };
  };
  const desk = {
    connection: { client: { call } },
    ...{ dialogue: { state, whole: async () => state }, say, paint: (_: string, text: string) => text },
    surface: { print: (text: string) => printed.push(text), tell: (text: string) => printed.push(text) },
  };
  await doSlashCommand(desk as never, "commit", argument);
  return { asked, printed: printed.join("\n") };
}

it("/commit prints the message as it is, and says whose it is", async () => {
  const { asked, printed } = await typed("", { message, by: "rule" });
  expect(asked).toEqual([["draftCommit", { params: { id: "s00000001" }, body: {} }]]);
  expect(printed).toBe(`${message}\n\n${say("commit.by.rule")}`);
  expect((await typed("", { message, by: "copilot" })).printed).toContain(say("commit.by.copilot"));
});

it("/commit N asks for what was done since that turn; nothing done is said, and anything else how it is asked", async () => {
  expect((await typed("1", { message, by: "rule" })).asked).toMatchObject([
    ["draftCommit", { body: { from: "t1" } }],
  ]);
  expect((await typed("")).printed).toBe(say("commit.nothing"));
  expect(await typed("2")).toEqual({ asked: [], printed: say("commit.nothing") });
  expect(await typed("now")).toEqual({ asked: [], printed: say("commit.how") });
});
