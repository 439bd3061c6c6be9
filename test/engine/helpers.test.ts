import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionEvent } from "@kestrel/protocol";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { callsTool, type Scripts } from "../models/scripted/script.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { startLlamaServer } from "./start-llama-server.ts";

const found = { says: "The gate is closed in keep.txt, on line 40." };
const readAll = (names: readonly string[]) => names.map((name) => callsTool("read", { path: `${name}.txt` }));
/** Two scripts that write the same reply are one to the model. */
const here = ["wall", "tower", "moat"];
const there = ["keep", "yard", "well"];
const asks = (question: string) =>
  callsTool("use", { name: "scout", action: "call", arguments: { question } });
const scripts: Scripts = {
  inline: { replies: [...readAll(here), { says: "Closed, by the moat." }] },
  ask: { replies: [asks("Where is the gate closed?"), asks("Where is the well?"), { says: "In keep.txt." }] },
  hunt: { replies: [...readAll(there), found] },
};
const long = (name: string) =>
  Array.from({ length: 160 }, (_, line) => `${name} ${line}: a stone of the old wall`).join("\n");
const files = Object.fromEntries([...here, ...there].map((name) => [`${name}.txt`, long(name)]));
const scout = "---\ndescription: looks for you\n---\nYou look for things. [[hunt]]\n";

/** The user's helper is there before a session opens. */
async function withScout(daemon: TestDaemon): Promise<TestDaemon> {
  const { folder } = await daemon.client.call("listHelpers");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "scout.md"), scout);
  return daemon;
}

/** Tokens of the prompt at the first and at the last step of a turn, by the server's own count. */
function growth(events: readonly SessionEvent[]): number {
  const prompts = bodiesOf(events, "reply.completed").map(({ usage }) => usage?.prompt ?? 0);
  return (prompts.at(-1) ?? 0) - (prompts[0] ?? 0);
}

/** What each step found in the cache and should have found, the first of all left out. */
function reuse(events: readonly SessionEvent[]): { cached: number[]; expected: number[] } {
  return {
    cached: bodiesOf(events, "reply.completed")
      .flatMap(({ usage }) => usage?.cached ?? [])
      .slice(1),
    expected: bodiesOf(events, "request.sent").flatMap(({ expectedReuse }) => expectedReuse ?? []),
  };
}

async function delegated(daemon: TestDaemon) {
  const session = await openTestSession(daemon);
  await session.turn("[[ask]] somebody");
  await session.turn("And now? [[ask]] again");
  expect(bodiesOf(session.events, "cache.missed")).toEqual([]);
  const { cached, expected } = reuse(session.events);
  expect(expected.length).toBe(5);
  for (const [at, tokens] of expected.entries()) expect(cached[at]).toBeGreaterThanOrEqual(tokens);
  const { sessions } = await daemon.client.call("listSessions");
  const helpers = sessions.filter(({ parent }) => parent?.sessionId === session.id);
  expect(helpers).toHaveLength(4);
  for (const helper of helpers) {
    const { events } = followTestSession(daemon, helper.id);
    await expect.poll(() => events.at(-1)?.body.type).toBe("turn.ended");
    expect(bodiesOf(events, "tool.finished").map(({ outcome }) => outcome)).toEqual(["ok", "ok", "ok"]);
    expect(growth(events)).toBeGreaterThanOrEqual(5_000);
  }
  return session;
}

describe.skipIf(testEngine === undefined)("a delegated search, on a real llama-server", () => {
  it("grows the prompt by at most 450 tokens where reading in line takes 5,000, and the next request finds its whole prefix, on one slot", async () => {
    const daemon = await withScout(await startTestDaemon({ scripts, files, window: 16_384 }));
    const inline = await openTestSession(daemon);
    const took = growth(await inline.turn("[[inline]]"));
    expect(took).toBeGreaterThanOrEqual(5_000);

    const session = await delegated(daemon);
    const cost = growth(
      session.events.slice(
        0,
        session.events.findIndex(({ body }) => body.type === "turn.ended"),
      ),
    );
    expect(cost).toBeLessThanOrEqual(450);
    console.log(`in line ${took} tokens, delegated ${cost}`);
  });

  it.each(["2", "3"])("finds it as well on %s slots of somebody else's server", async (slots) => {
    const folder = await mkdtemp(join(tmpdir(), "kestrel-helpers-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeScriptedModel(join(folder, "scripted.gguf"), scripts, { window: 16_384 });
    const server = await startLlamaServer(testEngine ?? "", join(folder, "scripted.gguf"), [
      ...["-np", slots, "-c", String(16_384 * Number(slots)), "-sps", "0.1", "--no-kv-unified"],
    ]);
    onTestFinished(() => server.stop());
    await delegated(await withScout(await startTestDaemon({ connect: server.url, files })));
  });
});
