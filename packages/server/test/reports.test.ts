import { mkdir, rmdir } from "node:fs/promises";
import { callsTool, fakeTool, memoryArchive, says } from "@kestrel/core/testing";
import { ErrorBody, type Failure } from "@kestrel/protocol";
import { expect, it, onTestFinished } from "vitest";
import { type DaemonRefusal, followSessions } from "../src/client/index.ts";
import { givenDaemon } from "./kit/given-daemon.ts";

it("a route that breaks answers with an id and nothing else of it; the id finds the stack", async () => {
  const daemon = await givenDaemon({
    parts: {
      discover: async () => {
        throw new TypeError("nothing to discover");
      },
    },
  });
  const answer = await fetch(`${daemon.url}/api/v1/discovery`, {
    headers: { authorization: `Bearer ${daemon.token}` },
  });
  expect(answer.status).toBe(500);
  const { error } = ErrorBody.parse(await answer.json());
  expect(error).toEqual({ code: "internal", params: { report: expect.stringMatching(/^[0-9a-f]{8}$/) } });
  await daemon.log.written();
  const { entries, file } = await daemon.client.call("listDiagnostics");
  expect(file).toBe(daemon.log.file);
  expect(entries).toMatchObject([
    { id: error.params.report, where: "GET /api/v1/discovery", message: "TypeError: nothing to discover" },
  ]);
  expect(entries[0]?.stack).toContain("reports.test.ts");
});

it("a session whose log breaks the fold: whoever asks for it is told the id, and the entry names the session", async () => {
  const archive = memoryArchive();
  const id = await (await givenDaemon({ archive })).opensSession();
  const breaking: typeof archive = {
    ...archive,
    open: async (wanted) => {
      const log = await archive.open(wanted);
      const broken = { type: "command.covered", turnId: "t1", callId: "c1" } as never;
      return {
        ...log,
        async *read(after) {
          for await (const event of log.read(after)) yield { ...event, body: broken };
        },
      };
    },
  };
  const daemon = await givenDaemon({ archive: breaking });
  const refusal = await daemon.client.call("readLog", { params: { id } }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "internal" });
  const told = await new Promise<Failure>((resolve) => {
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    void followSessions({
      ...{ ...daemon.address, sessions: new Map([[id, 0]]), signal: stop.signal },
      ...{ onEvent: () => {}, onFrame: () => {}, onGone: (_, failure) => resolve(failure) },
    });
  });
  await daemon.log.written();
  const { entries } = await daemon.client.call("listDiagnostics");
  expect(entries).toMatchObject([
    { id: (refusal as DaemonRefusal).params.report, where: "GET /api/v1/sessions/:id/log", sessionId: id },
    { id: told.params?.report, where: "following a session", sessionId: id },
  ]);
  for (const { stack } of entries) expect(stack).toContain("evolve.ts");
});

it("a folder that takes no log: the turn goes on and tells the id; the entry is lost", async () => {
  const tool = fakeTool({
    name: "read",
    risk: "read",
    run: () => {
      throw new TypeError("broken");
    },
  });
  const daemon = await givenDaemon({ tools: [tool], replies: [[callsTool("read", {})], [says("Done.")]] });
  await mkdir(daemon.log.file);
  const id = await daemon.opensSession();
  await daemon.does(id, { type: "send-message", text: "go" });
  await expect
    .poll(async () => (await daemon.logOf(id)).at(-1)?.body)
    .toMatchObject({
      type: "turn.ended",
      reason: "done",
    });
  const finished = (await daemon.logOf(id)).find(({ body }) => body.type === "tool.finished");
  expect(finished?.body).toMatchObject({ report: expect.stringMatching(/^[0-9a-f]{8}$/) });
  await rmdir(daemon.log.file);
  expect((await daemon.client.call("listDiagnostics")).entries).toEqual([]);
});

it("what was refused with a reason is no report", async () => {
  const daemon = await givenDaemon();
  await expect(daemon.client.call("readLog", { params: { id: "s00000000" } })).rejects.toMatchObject({
    code: "session_not_found",
  });
  await daemon.log.written();
  expect((await daemon.client.call("listDiagnostics")).entries).toEqual([]);
});
