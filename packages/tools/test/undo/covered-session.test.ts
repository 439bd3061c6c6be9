import { join } from "node:path";
import type { CommandRunner, Sandbox } from "@kestrel/core";
import { callsTool, type GivenSession, givenSession, type ScriptedReply, says } from "@kestrel/core/testing";
import type { EventOf } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { CommandSnapshots, fileBlobs, fileRestorer, type ToolDependencies } from "../../src/index.ts";
import { bundledWorker } from "../fixtures/bundled-worker.ts";
import { plainCommandRunner } from "../fixtures/plain-command-runner.ts";
import { workplace } from "../fixtures/workplace.ts";

const runs = (command: string): ScriptedReply[] => [[callsTool("shell", { command })], [says("Done.")]];

/** What the person is asked about is allowed once. */
async function saysYes(session: GivenSession, text: string): Promise<void> {
  const asked = new Promise<EventOf<"approval.requested">>((resolve) => {
    session.session.watch((news) => {
      if (news.kind === "event" && news.event.body.type === "approval.requested") resolve(news.event.body);
    });
  });
  await session.does({ type: "send-message", text });
  const { callId, digest } = await asked;
  await session.does({ type: "approve", callId, digest, scope: "once" });
  await session.session.settled();
}

describe("a session whose commands change files", () => {
  it("knows nothing of them until the person turns snapshots on; then the turn is taken back, and what follows is not", async () => {
    const given: Partial<ToolDependencies> = {};
    const place = await workplace(given);
    const data = join(place.outer, "data");
    const parts = { blobs: fileBlobs(join(data, "blobs")), closedFolders: [data] };
    const snapshots = new CommandSnapshots({ ...parts, folder: join(data, "snapshots") });
    const { tools } = await workplace({ ...parts, snapshots });
    const session = await givenSession({
      tools,
      files: fileRestorer({ ...parts, workerProgram: await bundledWorker() }),
      workspace: place.root,
      replies: [
        ...runs("echo one > a.txt"),
        ...runs("echo two > a.txt; echo b > b.txt"),
        ...runs("cat a.txt"),
        ...runs("echo three > a.txt"),
      ],
    });
    await saysYes(session, "make a");
    const turnOf = (number: number) => session.bodies("turn.started")[number]?.turnId ?? "none";
    expect(session.bodies("command.covered")).toEqual([]);
    expect(await session.session.previewUndo({ to: turnOf(0) })).toMatchObject({ files: [], commands: 1 });

    await session.does({ type: "set-snapshots", on: true });
    await session.does({ type: "set-snapshots", on: true });
    expect(session.bodies("snapshots.set")).toHaveLength(1);
    await saysYes(session, "change a, make b");
    await session.says("show a");
    expect(session.bodies("command.covered")).toHaveLength(1);
    const target = { turn: turnOf(1) };
    expect(await session.session.previewUndo(target)).toMatchObject({
      files: [
        { path: "a.txt", action: "changed", added: 1, removed: 1 },
        { path: "b.txt", action: "deleted" },
      ],
      refused: [],
      commands: 0,
    });
    await session.does({ type: "undo", target });
    expect(await place.text("a.txt")).toBe("one\n");
    await expect(place.text("b.txt")).rejects.toMatchObject({ code: "ENOENT" });

    await session.does({ type: "set-snapshots", on: false });
    await saysYes(session, "change a again");
    expect(session.bodies("command.covered")).toHaveLength(1);
    expect(await session.session.previewUndo({ to: turnOf(1) })).toMatchObject({ commands: 1 });
  });

  it("is covered in the mode auto unless the person says otherwise; without a snapshot the next command asks, once", async () => {
    const place = await workplace();
    const data = join(place.outer, "data");
    const parts = { blobs: fileBlobs(join(data, "blobs")), closedFolders: [data] };
    const noGit = { environment: { PATH: "/nowhere" } };
    const snapshots = new CommandSnapshots({ ...parts, ...noGit, folder: join(data, "snapshots") });
    const active: Sandbox = {
      status: async () => ({ state: "active", by: "bubblewrap", required: false }),
      enter: () => Promise.reject(new Error("nothing is entered")),
    };
    const commandRunner: CommandRunner = {
      run: ({ confinement: _, ...command }, ...rest) => plainCommandRunner.run(command, ...rest),
    };
    const { tools } = await workplace({ ...parts, snapshots, sandbox: active, commandRunner });
    const session = await givenSession({
      tools,
      workspace: place.root,
      replies: ["python3 -c 1", "python3 -c 2", "python3 -c 3"].flatMap(runs),
    });
    await session.does({ type: "set-mode", mode: "auto" });
    await saysYes(session, "one");
    expect(session.bodies("approval.requested")[0]?.reasons).toContain("no_snapshot");
    await session.says("two");
    expect(session.bodies("approval.requested")).toHaveLength(1);
    expect(session.bodies("command.covered").map(({ uncovered }) => uncovered)).toEqual(["no_git", "no_git"]);
    await session.does({ type: "set-snapshots", on: false });
    await session.says("three");
    expect(session.bodies("command.covered")).toHaveLength(2);
  });
});
