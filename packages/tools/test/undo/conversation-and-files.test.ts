import { join } from "node:path";
import { openSession } from "@kestrel/core";
import {
  bareOpening,
  callsTool,
  GivenSession,
  memoryEventLog,
  ScriptedBackend,
  type ScriptedReply,
  says,
  stillHost,
} from "@kestrel/core/testing";
import type { TurnId } from "@kestrel/protocol";
import { nextRedo, nextUndo } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { fileBlobs, fileRestorer } from "../../src/index.ts";
import { bundledWorker } from "../fixtures/bundled-worker.ts";
import { type Workplace, workplace } from "../fixtures/workplace.ts";

const writes = (path: string, content: string): ScriptedReply[] => [
  [callsTool("write", { path, content })],
  [says(`${path} is written.`)],
];

/** A session whose tools and files are real; only its model is scripted. Three turns: a question, then two that write. */
async function threeTurns(place: Workplace): Promise<GivenSession> {
  const backend = new ScriptedBackend([
    [says("A plan.")],
    ...writes("a.txt", "one\n"),
    ...writes("b.txt", "two\n"),
    [says("Again.")],
  ]);
  const log = memoryEventLog();
  const parts = {
    blobs: fileBlobs(join(place.outer, "data", "blobs")),
    closedFolders: [join(place.outer, "data")],
    workerProgram: await bundledWorker(),
  };
  const session = await openSession({
    log,
    agent: {
      backend,
      tools: place.tools,
      host: stillHost(),
      limits: { maxSteps: 9 },
      files: fileRestorer(parts),
    },
    opening: { ...bareOpening, workspace: place.root, mode: "edits" },
  });
  const given = new GivenSession(session, backend, log);
  for (const text of ["plan it", "write a", "write b"]) await given.says(text);
  return given;
}

const messages = ({ session }: GivenSession) =>
  [...session.state().timeline].flatMap((entry) => (entry.kind === "user" ? [entry] : []));
const turn = (session: GivenSession, place: number): TurnId => messages(session)[place]?.turnId ?? "none";
const texts = (session: GivenSession) => messages(session).map(({ text }) => text);
const gone = { code: "ENOENT" };

describe("a conversation and its files", () => {
  it("go back together, from a message whose own turn wrote nothing, and the model is told nothing", async () => {
    const place = await workplace();
    const session = await threeTurns(place);
    const [first] = session.backend.prompts;
    await session.does({ type: "rewind", turn: turn(session, 0), again: true, files: true });
    await session.session.settled();
    await expect(place.text("a.txt")).rejects.toMatchObject(gone);
    await expect(place.text("b.txt")).rejects.toMatchObject(gone);
    expect(session.backend.prompts.at(-1)).toEqual(first);
    expect(session.bodies("files.restored")).toMatchObject([{ refused: [] }]);
    // And what was taken back comes again, although its turns are no part of the conversation any more.
    const { seq } = session.session.state().fileSets?.last ?? {};
    await session.does({ type: "undo", target: { restored: seq ?? 0 } });
    expect([await place.text("a.txt"), await place.text("b.txt")]).toEqual(["one\n", "two\n"]);
  });

  it("go back file by file: the others stay, their turns stay undoable, and the file comes again", async () => {
    const place = await workplace();
    const session = await threeTurns(place);
    await session.does({ type: "undo", target: { file: "a.txt" } });
    await expect(place.text("a.txt")).rejects.toMatchObject(gone);
    expect(await place.text("b.txt")).toBe("two\n");
    expect(nextUndo(session.session.state())).toEqual({ turn: turn(session, 2) });
    const { seq } = session.session.state().fileSets?.last ?? {};
    expect(nextRedo(session.session.state())).toEqual({ restored: seq });
    await session.does({ type: "undo", target: { restored: seq ?? 0 } });
    expect(await place.text("a.txt")).toBe("one\n");
    await expect(session.does({ type: "undo", target: { file: "c.txt" } })).rejects.toMatchObject({
      code: "nothing_to_undo",
    });
  });

  it("go back apart: messages without files, files without messages", async () => {
    const place = await workplace();
    const session = await threeTurns(place);
    await session.does({ type: "rewind", turn: turn(session, 2) });
    expect(texts(session)).toEqual(["plan it", "write a"]);
    expect(await place.text("b.txt")).toBe("two\n");
    await session.does({ type: "undo", target: { to: turn(session, 1) } });
    expect(texts(session)).toEqual(["plan it", "write a"]);
    await expect(place.text("a.txt")).rejects.toMatchObject(gone);
    await expect(place.text("b.txt")).rejects.toMatchObject(gone);
    await session.says("go on");
    const { content } = session.backend.prompts.at(-1)?.messages.at(-1) ?? {};
    expect(content).toContain(
      "The user put files back to an earlier state: a.txt (removed), b.txt (removed).",
    );
  });

  it("leave alone what somebody changed since, and say which", async () => {
    const place = await workplace();
    const session = await threeTurns(place);
    await place.put("a.txt", "mine\n");
    const target = { to: turn(session, 0) };
    expect(await session.session.previewUndo(target)).toMatchObject({
      files: [{ path: "b.txt", action: "deleted" }],
      refused: [{ path: "a.txt", reason: "changed" }],
      commands: 0,
    });
    await session.does({ type: "rewind", turn: target.to, files: true });
    expect(texts(session)).toEqual([]);
    expect(await place.text("a.txt")).toBe("mine\n");
    await expect(place.text("b.txt")).rejects.toMatchObject(gone);
  });
});
