import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionEvent } from "@kestrel/protocol";
import { contextLedger, emptySession, evolve } from "@kestrel/session-state";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { forgetfulTemplate, wanderingTemplate } from "../models/forgetful-template.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { homeIn, kestrel } from "../terminal/kestrel-home.ts";
import { chat } from "./chat.ts";
import { startScriptedServer } from "./start-scripted-server.ts";

/** Nothing is read ahead: what was lost stays lost until the next message. */
const config = 'ahead = "off"\n';

const fold = (events: readonly SessionEvent[]) => events.reduce(evolve, emptySession);
const missesOf = (events: readonly SessionEvent[]) => bodiesOf(events, "cache.missed");

describe.skipIf(testEngine === undefined)("what the cache spared, on a real llama-server", () => {
  it("is known to the token: the parts by the model's tokenizer, their sum by the server's counters", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles, config });
    const session = await openTestSession(daemon);
    await session.turn("[[parallel]] and then tell me");
    const ledger = contextLedger(fold(session.events));
    const { prompt = 0, generated = 0 } = bodiesOf(session.events, "reply.completed").at(-1)?.usage ?? {};
    expect(ledger).toMatchObject({ window: 8192, used: prompt + generated, estimated: false });
    expect(Object.entries(ledger.parts).filter(([, part]) => part?.estimated)).toEqual([]);
    const results = ledger.blocks.filter(({ kind }) => kind === "result");
    expect(results.map(({ callId }) => callId)).toEqual(["c00000001", "c00000002"]);

    // The same numbers in a terminal, as JSON and as lines.
    const home = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
    const asked = await kestrel(home, ["sessions", "context", session.id, "--json"]);
    expect(JSON.parse(asked.out)).toMatchObject({ context: JSON.parse(JSON.stringify(ledger)) });
    const { out } = await kestrel(home, ["sessions", "context", session.id]);
    expect(out).toContain(`${(prompt + generated).toLocaleString("en-US")} of 8,192 tokens used`);
    expect(out).not.toContain("~");
  });

  it("is told turn by turn: nothing was read twice", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles, config });
    const session = await openTestSession(daemon);
    for (const words of ["[[read]] first", "[[think]] then"]) await session.turn(words);
    expect(missesOf(session.events)).toEqual([]);
    const home = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
    const { out } = await kestrel(home, ["sessions", "cache", session.id]);
    expect(out).toMatch(/Turn 1: reused [\d,]+ of [\d,]+ \(\d+%\) · \[\[read\]\] first/);
    expect(out).toMatch(/3 requests: reused .*; 0 tokens re-processed/);
  });

  it("is a miss with its reason when the server was restarted between two turns", async () => {
    const first = await startScriptedServer(standardScripts);
    const port = new URL(first.url).port;
    const daemon = await startTestDaemon({ connect: first.url, files: standardFiles, config });
    const session = await openTestSession(daemon);
    await session.turn("[[think]] then");
    await first.stop();
    await startScriptedServer(standardScripts, ["--port", port]);
    const after = await session.turn("[[plain]] again");
    expect(missesOf(after)).toMatchObject([{ reason: "server_restarted", cached: 0, step: 1 }]);
    const home = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
    const { out } = await kestrel(home, ["sessions", "cache", session.id]);
    expect(out).toMatch(/step 1: [\d,]+ tokens re-processed: the server was restarted/);
  });

  it("is a miss with its reason when somebody else took the only slot", async () => {
    const server = await startScriptedServer(standardScripts, ["--cache-ram", "0"]);
    const daemon = await startTestDaemon({ connect: server.url, files: standardFiles, config });
    const session = await openTestSession(daemon);
    await session.turn("[[think]] then");
    await chat(server.url, [{ role: "user", content: "Something else. ".repeat(60) }], 1);
    const after = await session.turn("[[plain]] again");
    expect(missesOf(after)).toMatchObject([{ reason: "slot_taken", step: 1 }]);
  });

  it.each([
    // Its reasoning is never sent back: the audit saw to it. What is left is the last reply without its thinking.
    ["drops earlier thinking", forgetfulTemplate, "[[think]] look", "reply_rewritten", "assistant"],
    [
      "lists the tools before the newest message",
      wanderingTemplate,
      "[[plain]]",
      "template_rerendered",
      "user",
    ],
  ] as const)("names the message behind a template that %s", async (_, template, first, reason, role) => {
    const folder = await mkdtemp(join(tmpdir(), "kestrel-template-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, "template.jinja");
    await writeFile(file, template);
    const server = await startScriptedServer(standardScripts, ["--chat-template-file", file]);
    const daemon = await startTestDaemon({ connect: server.url, files: standardFiles, config });
    const session = await openTestSession(daemon);
    await session.turn(first);
    const after = await session.turn("[[zh]] again");
    expect(missesOf(after)).toMatchObject([{ reason, message: { role } }]);
  });
});
