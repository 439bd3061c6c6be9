import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { createBackend } from "@kestrel/backends";
import { type Host, openSession, type Tool } from "@kestrel/core";
import { bareOpening, memoryEventLog, stillHost } from "@kestrel/core/testing";
import type { EventBody, EventType, SessionEvent } from "@kestrel/protocol";
import { createCommandRunner } from "@kestrel/runtime";
import { builtInTools, fileBlobs } from "@kestrel/tools";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundledWorker } from "../../packages/tools/test/fixtures/bundled-worker.ts";
import { testEngine } from "../machine.ts";
import { mistakeFiles, mistakeScripts } from "../models/mistake-scripts.ts";
import { markerOf } from "../models/scripted/script.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { type RunningServer, startLlamaServer } from "./start-llama-server.ts";

const host: Host = {
  now: () => performance.now(),
  report: stillHost().report,
  digest: (text) => createHash("sha256").update(text).digest("hex"),
  wait: stillHost().wait,
};

function withParameters(tool: Tool, parameters: Record<string, unknown>): Tool {
  return { ...tool, spec: { ...tool.spec, parameters } };
}

const supervisorPath = join(import.meta.dirname, "../../packages/runtime/src/supervisor/supervisor.cjs");

/** What a session came to, for people to compare. */
type Outcome = {
  reason: string | undefined;
  requests: number;
  said: string;
  bodies<Type extends EventType>(type: Type): Extract<EventBody, { type: Type }>[];
  file(path: string): Promise<string>;
};

describe.skipIf(testEngine === undefined)("a weak model's mistakes, in a real llama-server", () => {
  let folder = "";
  let server: RunningServer | undefined;
  let workspaces = 0;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-mistakes-")));
    const model = join(folder, "scripted.gguf");
    await writeScriptedModel(model, { ...standardScripts, ...mistakeScripts });
    // Where a script ends, chance would decide what a form is filled with.
    server = await startLlamaServer(testEngine ?? "", model, ["--temp", "0"]);
  });
  afterAll(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A whole session with the real backend and the real tools; every question is answered with yes. */
  async function play(mistake: string, readParameters?: Record<string, unknown>): Promise<Outcome> {
    workspaces += 1;
    const workspace = join(folder, `workspace-${workspaces}`);
    for (const [path, content] of Object.entries(mistakeFiles)) {
      await mkdir(dirname(join(workspace, path)), { recursive: true });
      await writeFile(join(workspace, path), content);
    }
    const tools = builtInTools({
      commandRunner: createCommandRunner({ supervisorPath }),
      blobs: fileBlobs(join(folder, "blobs")),
      spillFolder: join(folder, "relay"),
      workerProgram: await bundledWorker(),
    });
    const session = await openSession({
      log: memoryEventLog(),
      agent: {
        backend: createBackend({ kind: "llama-cpp", url: server?.url ?? "" }),
        tools: tools.map((tool) =>
          readParameters && tool.spec.name === "read" ? withParameters(tool, readParameters) : tool,
        ),
        host,
        limits: { maxSteps: 40 },
      },
      opening: { ...bareOpening, workspace },
    });
    const events: SessionEvent[] = [];
    session.watch((news) => {
      if (news.kind !== "event") return;
      events.push(news.event);
      const { body } = news.event;
      if (body.type !== "approval.requested") return;
      const { callId, digest } = body;
      queueMicrotask(
        () => void session.apply({ opId: "t2", type: "approve", callId, digest, scope: "once" }, "t2"),
      );
    });
    await session.apply(
      { opId: "t1", type: "send-message", text: `Please do this: ${markerOf(mistake)}` },
      "t1",
    );
    await session.settled();
    await session.close();
    const bodies = <Type extends EventType>(type: Type) =>
      events.flatMap(({ body }) => (body.type === type ? [body as Extract<EventBody, { type: Type }>] : []));
    const last = [...session.state().timeline.backwards()].find((entry) => entry.kind === "reply");
    return {
      reason: bodies("turn.ended")[0]?.reason,
      requests: bodies("request.sent").length,
      said: last?.kind === "reply" ? last.text : "",
      bodies,
      file: (path) => readFile(join(workspace, path), "utf8"),
    };
  }

  const read = { reason: "done", requests: 2, said: "The file is read and the task is done." };
  /** How each ends: the reason, at most so many requests, and what is said at last. */
  const ends: Readonly<Record<string, { reason: string | RegExp; requests: number; said?: string }>> = {
    "bad-json": read,
    "wrong-key": read,
    "unknown-tool": read,
    "leaked-xml": read,
    "call-in-reasoning": read,
    // The scripted model cannot fill in a form; held to one it writes some file name or other.
    "wrong-types": { reason: /^(done|doom_loop|same_error)$/, requests: 5 },
    "cut-call": { reason: "done", requests: 3, said: "The short file is written instead." },
    "doom-loop": { reason: "doom_loop", requests: 4 },
    "empty-reply": { reason: "empty_reply", requests: 3 },
    "drifted-indentation": { reason: "done", requests: 4, said: "The prices are added up now." },
    "stale-read": { reason: "unfinished", requests: 5 },
    "endless-thinking": { reason: "repetition", requests: 2 },
  };

  it("are twelve", () => {
    const mistakes = Object.keys(mistakeScripts).filter((name) => name !== "mistake-solved");
    expect(Object.keys(ends).toSorted()).toEqual(mistakes.toSorted());
  });

  it.each(Object.entries(ends))("end by name and soon: %s", async (mistake, { reason, requests, said }) => {
    const outcome = await play(mistake);
    expect(outcome.reason).toMatch(reason);
    expect(outcome.requests).toBeLessThanOrEqual(requests);
    if (said !== undefined) expect(outcome.said).toBe(said);
    for (const call of outcome.bodies("tool.requested"))
      expect(() => JSON.parse(call.arguments)).not.toThrow();
  });

  it.each(Object.keys(ends))(
    "leave in the server's cache what the log expects of it: %s",
    async (mistake) => {
      const { bodies } = await play(mistake);
      const found = new Map(bodies("reply.completed").map(({ step, usage }) => [step, usage?.cached]));
      for (const { step, expectedReuse } of bodies("request.sent").slice(1)) {
        const cached = found.get(step);
        if (expectedReuse === undefined || cached === undefined) continue;
        expect(cached, `step ${step}`).toBeGreaterThanOrEqual(expectedReuse);
      }
    },
  );

  it("is asked for a bad call once more, held to its schema, and finds its whole prompt in the cache", async () => {
    // A form that leaves no choice can be filled in by any model.
    const { bodies, reason, requests } = await play("wrong-types", {
      type: "object",
      properties: { path: { const: "mistakes/wrong-types.txt" }, limit: { const: 5 } },
      required: ["path", "limit"],
    });
    expect({ reason, requests }).toEqual({ reason: "done", requests: 3 });
    expect(bodies("request.sent").map(({ callFormat }) => callFormat)).toEqual([
      undefined,
      "schema",
      undefined,
    ]);
    expect(bodies("tool.requested")).toMatchObject([
      { tool: "read", arguments: '{"path":"mistakes/wrong-types.txt","limit":5}', recovered: "schema" },
    ]);
    const [bad, again] = bodies("reply.completed");
    expect(bad?.retried).toHaveLength(1);
    expect(again?.usage?.cached).toBe((bad?.usage?.prompt ?? 0) - 1);
  });

  it("mends an edit whose indentation drifted, byte for byte in the file's own", async () => {
    const { file } = await play("drifted-indentation");
    expect(await file("mistakes/indent.js")).toContain(
      "    for (const item of items) {\n        sum += item.price;\n    }\n",
    );
  });

  it("writes nothing over a file that changed meanwhile, and tells the model that claims it did", async () => {
    const { file, bodies } = await play("stale-read");
    expect(await file("mistakes/stale.txt")).toBe("colour = green\n");
    expect(bodies("context.added").map(({ cause }) => cause)).toContain("failed_edit");
  });

  it("executes nothing of a call that was cut", async () => {
    const { file } = await play("cut-call");
    await expect(file("mistakes/cut.txt")).rejects.toThrow("ENOENT");
    expect(await file("mistakes/short.txt")).toBe("a short line\n");
  });
});
