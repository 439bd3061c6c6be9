import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBackend } from "@kestrel/backends";
import { openSession, type Session } from "@kestrel/core";
import { fakeTool, type MemoryEventLog, memoryEventLog, stillHost } from "@kestrel/core/testing";
import { type EventBody, type EventOf, type EventType, SessionId } from "@kestrel/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testEngine } from "../machine.ts";
import { chatTemplate } from "../models/chat-template.ts";
import { checkingTemplate } from "../models/checking-template.ts";
import { callsTool, markerOf } from "../models/scripted/script.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { type RunningServer, startLlamaServer } from "./start-llama-server.ts";

describe.skipIf(testEngine === undefined)("a template that checks names of calls and roles", () => {
  let folder = "";
  const servers: RunningServer[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-checks-"));
    await writeScriptedModel(join(folder, "model.gguf"), {
      look: callsTool("read", { path: "a.txt" }),
      found: { says: "It says one." },
      both: { says: "Both parts are done." },
    });
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function serverWith(template: string): Promise<string> {
    const file = join(folder, `template-${servers.length}.jinja`);
    await writeFile(file, template);
    const flags = ["--chat-template-file", file, "-c", "8192"];
    const server = await startLlamaServer(testEngine ?? "", join(folder, "model.gguf"), flags);
    servers.push(server);
    return server.url;
  }

  /** A session whose tool lets the person say something before it answers, where `joins` has words. */
  async function openAt(url: string, log: MemoryEventLog, joins?: string): Promise<Session> {
    const read = fakeTool({
      name: "read",
      risk: "read",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      run: async () => {
        if (joins !== undefined)
          await session.apply({ opId: "joins", type: "send-message", text: joins }, "t9");
        return { outcome: "ok", content: `one ${markerOf("found")}` };
      },
    });
    const session = await openSession({
      log,
      agent: {
        backend: createBackend({ kind: "llama-cpp", url }),
        tools: [read],
        host: stillHost(),
        limits: { maxSteps: 5 },
      },
      opening: {
        ...{ sessionId: SessionId.parse("s00000001"), workspace: "/w", mode: "ask" },
        ...{ machine: "Machine: a test.", version: "0", reasoning: "send" },
      },
    });
    return session;
  }

  async function says(session: Session, text: string, turn: string): Promise<void> {
    await session.apply({ opId: turn, type: "send-message", text }, turn);
    await session.settled();
  }

  const bodiesIn = <Type extends EventType>(log: MemoryEventLog, type: Type) =>
    log.stored().flatMap(({ body }) => (body.type === type ? [body as EventOf<Type>] : []));

  it("takes a turn with calls, words that join it behind a result, and the turn after it", async () => {
    const log = memoryEventLog();
    const session = await openAt(await serverWith(checkingTemplate), log, `And this. ${markerOf("both")}`);
    await says(session, `Look. ${markerOf("look")}`, "t1");
    await says(session, `Thanks. ${markerOf("found")}`, "t2");
    expect(bodiesIn(log, "context.added").some(({ kind }) => kind === "steering")).toBe(true);
    expect(bodiesIn(log, "turn.ended").map(({ reason }) => reason)).toEqual(["done", "done"]);
    expect(bodiesIn(log, "prompt.adapted")).toEqual([]);
    expect(bodiesIn(log, "cache.missed")).toEqual([]);
    await session.close();
  });

  it("refuses a session from before once: it is written anew, and goes on", async () => {
    const inner = memoryEventLog();
    const before = (bodies: readonly EventBody[]): EventBody[] =>
      JSON.parse(JSON.stringify(bodies).replaceAll(/"c0+([1-9][0-9]*)"/g, '"c$1"'));
    const log: MemoryEventLog = { ...inner, append: (bodies) => inner.append(before(bodies)) };
    const old = await openAt(await serverWith(chatTemplate), log, `And this. ${markerOf("both")}`);
    await says(old, `Look. ${markerOf("look")}`, "t1");
    await old.close();
    const kept = inner.reopened();
    const session = await openAt(await serverWith(checkingTemplate), kept);
    await says(session, `Look again. ${markerOf("look")}`, "t2");
    await says(session, `Thanks. ${markerOf("found")}`, "t3");
    expect(bodiesIn(kept, "prompt.adapted")).toHaveLength(1);
    expect(bodiesIn(kept, "turn.ended").map(({ reason }) => reason)).toEqual(["done", "done", "done"]);
    const refused = bodiesIn(kept, "reply.completed").filter(({ failure }) => failure);
    expect(refused).toMatchObject([{ failure: { code: "template" } }]);
    await session.close();
  });
});
