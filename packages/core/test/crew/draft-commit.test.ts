import {
  callsTool,
  crewOf,
  deadlineHost,
  fails,
  fakeTool,
  type GivenSession,
  givenSession,
  ScriptedBackend,
  type ScriptedReply,
  says,
} from "@kestrel/core/testing";
import type { FileChange } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import type { FileRestorer } from "../../src/ports/file-restorer.ts";

type Change = Omit<FileChange, "modes">;

const edit: Change = {
  ...{ path: "src/harbour.ts", before: "h1", after: "h2", added: 1, removed: 1 },
  diff: "-const lights = false;\n+const lights = true;",
};
const made: Change = {
  path: "src/fuse.ts",
  after: "f1",
  added: 2,
  removed: 0,
  diff: "+export const fuse = 1;",
};

const named = [says("Harbour lights")];
const good =
  "Turn the harbour lights on\n\nThe switch was left off, so no light came on at night and every ship that looked for the harbour sailed past it.";

/** A person can put files back; what was there is known by name alone. */
const files: FileRestorer = {
  preview: async () => ({ files: [], refused: [] }),
  restore: async (_, wanted) => ({
    refused: [],
    files: wanted.map(({ path, left, wanted: again }) => ({
      ...{ path, action: "changed" as const, before: left?.hash, after: again?.hash },
      ...{ diff: `put back ${path}`, added: 1, removed: 1 },
    })),
  }),
};

/** A session whose turns change these files, with a copilot that names it and then says that of the changes. */
async function changed(
  turns: readonly (readonly Change[])[],
  reply?: ScriptedReply,
  over: Partial<Parameters<typeof givenSession>[0]> = {},
): Promise<{ session: GivenSession; copilot: ScriptedBackend; asked: () => string }> {
  const ahead = turns.slice();
  const write = fakeTool({
    name: "write",
    risk: "read",
    run: () => ({ outcome: "ok", content: "done", changes: [...(ahead.shift() ?? [])] }),
  });
  const copilot = new ScriptedBackend(reply ? [named, reply] : []);
  const session = await givenSession({
    replies: turns.flatMap((_, turn): ScriptedReply[] => [[callsTool("write", { turn })], [says("Done.")]]),
    ...{ tools: [write], files, crew: reply && crewOf({ copilot }), ...over },
  });
  for (const [at] of turns.entries()) await session.says(`Do part ${at + 1} of the harbour.`);
  while (session.session.live().crew) await new Promise((resolve) => setImmediate(resolve));
  return { session, copilot, asked: () => copilot.prompts[1]?.messages.at(-1)?.content ?? "" };
}

const draftOf = ({ session }: GivenSession) => session.draftCommit();
const jobs = (session: GivenSession) =>
  session.bodies("crew.job").filter(({ kind }) => kind === "commit_message");

describe("a copilot", () => {
  it("drafts from the quoted diffs of the log, and the conversation does not know of it", async () => {
    const { session, asked } = await changed([[edit], [made]], [says(good)]);
    const told = session.backend.prompts.length;
    expect(await draftOf(session)).toEqual({
      by: "copilot",
      message:
        "Turn the harbour lights on\n\nThe switch was left off, so no light came on at night and every ship\nthat looked for the harbour sailed past it.",
    });
    expect(asked()).toContain("What the user asked last:\n> Do part 2 of the harbour.");
    expect(asked()).toContain(
      "> src/harbour.ts (changed)\n> -const lights = false;\n> +const lights = true;",
    );
    expect(asked()).toContain("> src/fuse.ts (created)\n> +export const fuse = 1;");
    expect(jobs(session)).toMatchObject([{ role: "copilot", model: "small", outcome: "done", used: true }]);
    expect(session.backend.prompts).toHaveLength(told);
    expect(session.session.state().pendingNotes).toEqual([]);
  });

  it("sees neither what looks like a secret nor what a file of them holds", async () => {
    const key = `sk-${"a1".repeat(12)}`;
    const { session, asked } = await changed(
      [
        [
          { ...edit, diff: `+const key = "${key}";` },
          { ...made, path: "app/.env", diff: "+HARBOUR=open sesame" },
        ],
      ],
      [says(good)],
    );
    await draftOf(session);
    expect(asked()).toContain("> app/.env (created)");
    expect(asked()).toContain("[left out]");
    expect(asked()).not.toMatch(/open sesame|a1a1/);
  });

  it.each<[string, ScriptedReply, string]>([
    ["nothing", [], "refused"],
    ["a block of code", [says("```\nTurn the lights on\n```")], "refused"],
    ["a first line without end", [says(`Turn ${"the lights ".repeat(9)}on`)], "refused"],
    ["words about the message", [says("Here is a commit message:\n\nTurn the lights on")], "refused"],
    ["a call", [says('{"name":"write","arguments":{"path":"a"}}')], "refused"],
    ["what turns the line round", [says("Turn the \u202elights on")], "refused"],
    ["a sign for the terminal", [says("Turn the \u001b[2Jlights on")], "refused"],
    ["a mark of a template", [says("Turn the lights on\n\n<|im_start|>system")], "refused"],
    ["somebody's signature", [says("Turn the lights on\n\nSigned-off-by: Ada <ada@example.org>")], "refused"],
    ["more than a message holds", [says(`Turn them on\n\n${"word ".repeat(400)}`)], "refused"],
    ["an error", [fails("unreachable")], "failed"],
  ])("that says %s: the message is made by rule", async (_, reply, outcome) => {
    const { session } = await changed([[edit, made]], reply);
    expect(await draftOf(session)).toEqual({
      by: "rule",
      message: "Change src/harbour.ts and 1 other\n\n- src/harbour.ts (+1 -1)\n- src/fuse.ts (+2 -0)",
    });
    expect(jobs(session)).toMatchObject([{ outcome, used: false }]);
  });

  it("that is late is not waited for, and a session that closes waits for none", async () => {
    const silent: ScriptedReply = [new Promise(() => {})];
    const late = await changed([[edit]], silent, { host: deadlineHost(60_000) });
    expect(await draftOf(late.session)).toMatchObject({ by: "rule" });
    expect(jobs(late.session)).toMatchObject([{ outcome: "late", used: false }]);

    const closing = await changed([[edit]], silent);
    const [drafted, again] = [draftOf(closing.session), draftOf(closing.session)];
    await closing.session.session.close();
    expect(await drafted).toMatchObject({ by: "rule" });
    expect(await again).toEqual(await drafted);
    expect(jobs(closing.session)).toMatchObject([{ outcome: "stopped" }]);
  });
});

describe("without a copilot", () => {
  it("the same files give the same words, and the log stays as it is", async () => {
    const { session } = await changed([[edit]]);
    const before = session.log.stored().length;
    expect(await draftOf(session)).toEqual({
      by: "rule",
      message: "Change src/harbour.ts\n\n- src/harbour.ts (+1 -1)",
    });
    expect(session.log.stored()).toHaveLength(before);
  });

  it("a name hides nothing, and many or long ones make no long message", async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      ...made,
      path: `${"deep/".repeat(20)}file-${at}.ts`,
    }));
    const { message = "" } = (await draftOf((await changed([many])).session)) ?? {};
    expect(message.split("\n")[0]).toBe("Add file-0.ts and 59 others");
    expect(message).toMatch(/\n- and \d\d more$/);
    expect(message.length).toBeLessThanOrEqual(1_500);
    const odd = await changed([[{ ...made, path: "a\n\u202eb.ts" }]]);
    expect((await draftOf(odd.session))?.message).toContain("Add a⟨U+000A⟩⟨U+202E⟩b.ts\n\n");
  });

  it("where nothing was changed there is nothing to draft", async () => {
    const { session } = await changed([[]]);
    expect(await draftOf(session)).toBeUndefined();
  });
});

describe("what was taken back", () => {
  it("is no part of it, and what was brought back again is", async () => {
    const { session, asked } = await changed([[edit], [made]], [says(good)]);
    await session.does({ type: "undo", target: { turn: "t1" } });
    await draftOf(session);
    expect(asked()).toContain("src/fuse.ts");
    expect(asked()).not.toMatch(/harbour\.ts|lights/);

    const { seq: restored = 0 } = session.session.state().fileSets?.last ?? {};
    await session.does({ type: "undo", target: { restored } });
    expect((await draftOf(session))?.message).toMatch(/harbour\.ts \(\+1 -1\)/);

    await session.does({ type: "undo", target: { to: "t1" } });
    expect(await draftOf(session)).toBeUndefined();
  });

  it("is taken back first where that was asked for first", async () => {
    const { session } = await changed([[edit], [made]]);
    const taken = session.does({ type: "undo", target: { to: "t1" } });
    const draft = draftOf(session);
    expect(await draft).toBeUndefined();
    await taken;
  });

  it("on a file that was changed again leaves the later change alone", async () => {
    const later = { ...edit, before: "h1", after: "h3", diff: "+const lights = 'dim';" };
    const { session } = await changed([[edit], []]);
    await session.does({ type: "undo", target: { turn: "t1" } });
    expect(await draftOf(session)).toBeUndefined();
    const again = await changed([[edit], [{ ...edit, before: "h2", after: "h1" }], [later]], [says(good)]);
    await draftOf(again.session);
    expect(again.asked()).toContain("dim");
    expect(again.asked()).not.toContain("lights = true");
  });

  it("since a turn: only what was done from there on", async () => {
    const { session } = await changed([[edit], [made]]);
    expect((await session.session.draftCommit("t2"))?.message).toBe(
      "Add src/fuse.ts\n\n- src/fuse.ts (+2 -0)",
    );
  });
});
