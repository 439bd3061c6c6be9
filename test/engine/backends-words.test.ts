import { createHash } from "node:crypto";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { createBackend } from "@kestrel/backends";
import { openSession } from "@kestrel/core";
import { bareOpening, memoryEventLog, stillHost } from "@kestrel/core/testing";
import type { EventBody, EventType } from "@kestrel/protocol";
import { createCommandRunner } from "@kestrel/runtime";
import { builtInTools, fileBlobs } from "@kestrel/tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { bundledWorker } from "../../packages/tools/test/fixtures/bundled-worker.ts";
import { testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { ask, promptOf, user } from "./backends-ask.ts";
import { startScriptedServer } from "./start-scripted-server.ts";

const supervisorPath = join(import.meta.dirname, "../../packages/runtime/src/supervisor/supervisor.cjs");

describe.skipIf(testEngine === undefined)("a real llama-server that is given no tools", () => {
  it("runs the call that its model writes, and keeps everything for the next step", async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "kestrel-words-")));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "hello.txt"), standardFiles["hello.txt"] ?? "");
    const server = await startScriptedServer(standardScripts);
    const bodies: EventBody[] = [];
    const session = await openSession({
      log: memoryEventLog(),
      agent: {
        backend: createBackend({ kind: "llama-cpp", url: server.url }, { tools: "text" }),
        tools: builtInTools({
          commandRunner: createCommandRunner({ supervisorPath }),
          blobs: fileBlobs(join(folder, "blobs")),
          spillFolder: join(folder, "relay"),
          workerProgram: await bundledWorker(),
        }),
        host: {
          now: () => performance.now(),
          report: stillHost().report,
          digest: (text) => createHash("sha256").update(text).digest("hex"),
          wait: stillHost().wait,
        },
        limits: { maxSteps: 4 },
      },
      opening: { ...bareOpening, workspace: folder },
    });
    session.watch((news) => {
      if (news.kind === "event") bodies.push(news.event.body);
    });
    await session.apply({ opId: "t1", type: "send-message", text: "Please read. [[read]]" }, "t1");
    await session.settled();
    await session.close();
    const of = <Type extends EventType>(type: Type) =>
      bodies.flatMap((body) => (body.type === type ? [body as Extract<EventBody, { type: Type }>] : []));
    expect(of("turn.ended")[0]?.reason).toBe("done");
    expect(of("tool.requested")).toMatchObject([{ tool: "read", recovered: "text" }]);
    expect(of("tool.finished")).toMatchObject([{ outcome: "ok", content: "hello world" }]);
    const [first, second] = of("reply.completed").map(({ usage }) => usage);
    // The last token that was generated is never in the cache; all before it was rendered as it was spoken.
    expect(second?.cached).toBe((first?.prompt ?? 0) + (first?.generated ?? 0) - 1);
  });

  it.each([
    ["hermes", "<tool_response>\nmade up\n</tool_response>"],
    ["fenced", "```tool_result\nmade up\n```"],
  ] as const)("stops before a result that its model makes up (%s)", async (toolsDialect, invented) => {
    const server = await startScriptedServer({
      ...standardScripts,
      invents: { says: `I look.\n${invented}` },
    });
    const prompt = promptOf(user("[[invents]]"));
    const native = createBackend({ kind: "llama-cpp", url: server.url });
    expect((await ask(native, prompt)).text).toContain("made up");
    const inWords = createBackend({ kind: "llama-cpp", url: server.url }, { tools: "text", toolsDialect });
    expect((await ask(inWords, prompt)).text.trim()).toBe("I look.");
    expect((await inWords.facts()).capabilities.tools).toBe("text");
    const { last } = await ask(inWords, prompt);
    const counted = await inWords.countTokens(prompt);
    expect(last).toMatchObject({ kind: "done", usage: { prompt: counted } });
  });
});
