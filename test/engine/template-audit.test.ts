import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBackend } from "@kestrel/backends";
import { openSession } from "@kestrel/core";
import { fakeTool, memoryEventLog, stillHost } from "@kestrel/core/testing";
import { type Prefix, SessionId } from "@kestrel/protocol";
import { auditTemplate, reasoningPolicy } from "@kestrel/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testEngine } from "../machine.ts";
import { chatTemplate } from "../models/chat-template.ts";
import { forgetfulTemplate, wanderingTemplate } from "../models/forgetful-template.ts";
import { callsTool, markerOf } from "../models/scripted/script.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { type RunningServer, startLlamaServer } from "./start-llama-server.ts";

const words = (count: number, about: string) =>
  Array.from({ length: count }, (_, index) => `${about} ${index + 1}`).join(", ");

describe.skipIf(testEngine === undefined)("a template that is known before a session opens", () => {
  let folder = "";
  const servers: RunningServer[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kestrel-templates-"));
    await writeScriptedModel(join(folder, "thinker.gguf"), {
      plain: { says: "Hello." },
      ...Object.fromEntries(
        ["t1", "t2", "t3"].map((turn) => [
          turn,
          { thinks: words(30, "step"), ...callsTool("read", { path: `${turn}.txt` }) },
        ]),
      ),
      answer: { thinks: words(15, "doubt"), says: "That is what stands there." },
    });
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function serverWith(template: string): Promise<RunningServer> {
    const file = join(folder, `template-${servers.length}.jinja`);
    await writeFile(file, template);
    const flags = ["--chat-template-file", file, "-c", "8192"];
    const server = await startLlamaServer(testEngine ?? "", join(folder, "thinker.gguf"), flags);
    servers.push(server);
    return server;
  }
  const endpoint = (server: RunningServer) => ({ kind: "llama-cpp" as const, url: server.url });

  /** Tokens the server processed over three turns with a tool call each. */
  async function processed(server: RunningServer, reasoning: Prefix["reasoning"]): Promise<number> {
    const read = fakeTool({
      name: "read",
      risk: "read",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      run: ({ path }) => ({ content: `${words(120, String(path))} ${markerOf("answer")}`, outcome: "ok" }),
    });
    const log = memoryEventLog();
    const session = await openSession({
      log,
      agent: {
        backend: createBackend(endpoint(server)),
        tools: [read],
        host: stillHost(),
        limits: { maxSteps: 5 },
      },
      opening: {
        ...{ sessionId: SessionId.parse("s00000001"), workspace: "/w", mode: "ask" },
        ...{ machine: "Machine: a test.", version: "0", reasoning },
      },
    });
    for (const turn of ["t1", "t2", "t3"]) {
      await session.apply(
        { opId: turn, type: "send-message", text: `Read on, please. ${markerOf(turn)}` },
        turn,
      );
      await session.settled();
    }
    let sum = 0;
    let replies = 0;
    for await (const { body } of log.read(0)) {
      if (body.type === "turn.ended") expect(body.reason).toBe("done");
      if (body.type !== "reply.completed") continue;
      replies += 1;
      sum += (body.usage?.prompt ?? Number.NaN) - (body.usage?.cached ?? Number.NaN);
    }
    expect(replies).toBe(6);
    await session.close();
    return sum;
  }

  it("that keeps everything is sent everything", async () => {
    const audit = await auditTemplate(endpoint(await serverWith(chatTemplate)));
    expect(audit).toEqual({ call: true, user: true, without: true });
    expect(audit && reasoningPolicy(audit)).toBe("send");
  });

  it("that nothing can help is sent everything too", async () => {
    const audit = await auditTemplate(endpoint(await serverWith(wanderingTemplate)));
    expect(audit).toMatchObject({ user: false, without: false });
    expect(audit && reasoningPolicy(audit)).toBe("send");
  });

  it("that forgets reasoning gets none, and three turns cost what they must, not 60 % more", async () => {
    const [kept, forgetful] = [await serverWith(chatTemplate), await serverWith(forgetfulTemplate)];
    const audit = await auditTemplate(endpoint(forgetful));
    expect(audit).toEqual({ call: true, user: false, without: true });
    const policy = audit && reasoningPolicy(audit);
    expect(policy).toBe("omit");
    const unavoidable = await processed(kept, "send");
    const chosen = await processed(forgetful, policy ?? "send");
    const naive = await processed(await serverWith(forgetfulTemplate), "send");
    console.log(`processed tokens: unavoidable ${unavoidable}, by the audit ${chosen}, naive ${naive}`);
    expect(chosen).toBeLessThanOrEqual(1.05 * unavoidable);
    expect(naive).toBeGreaterThan(1.3 * unavoidable);
  });
});
