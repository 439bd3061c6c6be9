import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type AgentParts, type EventLog, openSession } from "@kestrel/core";
import { callsTool, memoryEventLog, ScriptedBackend, says, stillHost } from "@kestrel/core/testing";
import { type EventType, type SessionEvent, SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { fileBlobs, fileRestorer } from "../../src/index.ts";
import { bundledWorker } from "../fixtures/bundled-worker.ts";
import { type Workplace, workplace } from "../fixtures/workplace.ts";

async function agentIn(place: Workplace): Promise<AgentParts> {
  const edit = { path: "a.txt", old: "one", new: "two" };
  const data = join(place.outer, "data");
  return {
    backend: new ScriptedBackend([
      [callsTool("read", { path: "a.txt" })],
      [callsTool("edit", edit)],
      [callsTool("write", { path: "b.txt", content: "new\n" })],
      [says("Done.")],
    ]),
    tools: place.tools,
    host: stillHost(),
    limits: { maxSteps: 9 },
    files: fileRestorer({
      blobs: fileBlobs(join(data, "blobs")),
      closedFolders: [data],
      workerProgram: await bundledWorker(),
    }),
  };
}

async function eventsOf(log: EventLog): Promise<SessionEvent[]> {
  const events: SessionEvent[] = [];
  for await (const event of log.read()) events.push(event);
  return events;
}

/** The log as a kill leaves it behind the `count`th event of that type, and a session that is opened on it. */
async function killedBehind(place: Workplace, type: EventType, count: number) {
  const agent = await agentIn(place);
  const log = memoryEventLog();
  const opening = {
    sessionId: SessionId.parse("s00000001"),
    workspace: place.root,
    mode: "edits" as const,
    machine: "Machine: a test.",
    version: "0.0.0",
  };
  const session = await openSession({ log, agent, opening });
  await session.apply({ type: "send-message", text: "go", opId: "op-1" }, "t1");
  await session.settled();
  const events = await eventsOf(log);
  const places = events.flatMap(({ body }, at) => (body.type === type ? [at] : []));
  const left = memoryEventLog();
  await left.append(events.slice(0, (places[count - 1] ?? Number.NaN) + 1).map(({ body }) => body));
  return { agent, log: left };
}

const undo = { type: "undo" as const, target: { turn: "t1" }, opId: "op-2" };

describe("a kill between a write and its event", () => {
  it("leaves a change that a start finds, and undo takes back", async () => {
    const place = await workplace();
    await place.put("a.txt", "one\n");
    const { agent, log } = await killedBehind(place, "tool.started", 2);
    const session = await openSession({ log, agent });
    const bodies = (await eventsOf(log)).map(({ body }) => body);
    expect(bodies.slice(-3).map(({ type }) => type)).toEqual(["file.changed", "tool.finished", "turn.ended"]);
    expect(bodies.at(-3)).toMatchObject({ path: "a.txt", added: 1, removed: 1 });
    expect(await place.text("a.txt")).toBe("two\n");
    await session.apply(undo, "t2");
    expect(await place.text("a.txt")).toBe("one\n");
  });

  it("of a new file, too: it goes", async () => {
    const place = await workplace();
    await place.put("a.txt", "one\n");
    const { agent, log } = await killedBehind(place, "tool.started", 3);
    const session = await openSession({ log, agent });
    expect(session.state().fileSets?.last?.steps.length).toBe(2);
    await session.apply(undo, "t2");
    await expect(readFile(join(place.root, "b.txt"))).rejects.toMatchObject({ code: "ENOENT" });
    expect(await place.text("a.txt")).toBe("one\n");
  });

  it("says nothing of a file that was not written, or that somebody wrote since", async () => {
    for (const content of ["one\n", "three\n"]) {
      const place = await workplace();
      await place.put("a.txt", "one\n");
      const { agent, log } = await killedBehind(place, "tool.started", 2);
      await writeFile(join(place.root, "a.txt"), content);
      const session = await openSession({ log, agent });
      expect(session.state().fileSets).toBeUndefined();
      expect(await place.text("a.txt")).toBe(content);
    }
  });
});
