import type { SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { aheadOf, filesWith, firstUsage, untilReadAhead } from "../daemon/read-ahead.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { callsThenSays, type Scripts } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { startScriptedServer } from "./start-scripted-server.ts";

const scripts: Scripts = {
  look: callsThenSays("read", { path: "a.txt" }, "I have read the lines."),
  think: { thinks: "This wants some thought, and I give it that. ".repeat(3), says: "Thought about it." },
  plain: { says: "So it is." },
};
const files = { "a.txt": Array.from({ length: 40 }, (_, index) => `line ${index} of the file`).join("\n") };
const draft = `Secret plan: ${Array.from({ length: 300 }, (_, index) => `thought ${index}`).join(", ")}.`;

/** A session of that daemon, after its first turn. */
async function begun(daemon: TestDaemon) {
  const session = await openTestSession(daemon);
  await session.turn("[[look]] at it");
  return session;
}

/** Words in the message field, of which nobody knows yet whether they are sent. */
const type = (daemon: TestDaemon, id: SessionId, text: string, whole = true) =>
  daemon.client.call("typeDraft", { params: { id }, body: { text, whole } });

/** A daemon and a session of it whose {@link draft} was typed and read. */
async function draftRead() {
  const daemon = await startTestDaemon({ scripts, files, window: 8192 });
  const session = await begun(daemon);
  await type(daemon, session.id, draft);
  await untilReadAhead(daemon, "draft", 600);
  return { daemon, session };
}

describe.skipIf(testEngine === undefined)("words that are being typed", () => {
  it("are read while they are typed; what is sent is found, and what was gained is counted", async () => {
    const { daemon, session } = await draftRead();
    expect(JSON.stringify(session.events)).not.toContain("Secret");
    const { read } = (await aheadOf(daemon)).draft;
    const events = await session.turn(`${draft} [[plain]]`);
    const { cached, prompt } = firstUsage(events);
    expect(prompt - cached).toBeLessThan(40);
    const { draft: after } = await aheadOf(daemon);
    expect(after).toEqual({ read, gained: expect.any(Number), wasted: expect.any(Number) });
    expect(after.gained).toBeGreaterThan(read - 20);
  });

  it("that go on, or end otherwise, cost what differs; thrown away they cost nothing but their own reading", async () => {
    const daemon = await startTestDaemon({ scripts, files, window: 8192 });
    const session = await begun(daemon);
    await type(daemon, session.id, draft, false);
    await untilReadAhead(daemon, "draft", 600);
    const edited = firstUsage(await session.turn(`${draft.slice(0, -200)} other end [[plain]]`));
    expect(edited.prompt - edited.cached).toBeLessThan(80);
    const { read } = (await aheadOf(daemon)).draft;
    await type(daemon, session.id, draft.replace("Secret", "Other"), false);
    await untilReadAhead(daemon, "draft", read + 600);
    const sent = bodiesOf(session.events, "request.sent").length;
    const short = firstUsage(await session.turn("Something else. [[plain]]"));
    const { expectedReuse = 0 } = bodiesOf(session.events, "request.sent")[sent] ?? {};
    expect(short.cached).toBeGreaterThanOrEqual(expectedReuse - 4);
    expect((await aheadOf(daemon)).draft.wasted).toBeGreaterThan(500);
  });

  it("that nobody sends are in no log and no slot file", async () => {
    const { daemon, session } = await draftRead();
    session.leave();
    await daemon.stop();
    expect(filesWith(daemon, "Secret plan")).toEqual([]);
    await daemon.start();
    const again = followTestSession(daemon, session.id);
    const { cached, prompt } = firstUsage(await again.turn(`${draft} [[plain]]`));
    expect(cached).toBeGreaterThan(500);
    expect(prompt - cached).toBeGreaterThan(600);
  });
});

describe.skipIf(testEngine === undefined)("idle time", () => {
  it("after a turn in which the model thought reads what the next message re-renders", async () => {
    const daemon = await startTestDaemon({ scripts, files, window: 8192 });
    const session = await openTestSession(daemon);
    await session.turn("[[think]] about it");
    await expect
      .poll(async () => (await aheadOf(daemon)).settle.read, { timeout: 20_000 })
      .toBeGreaterThan(0);
    const { cached, prompt } = firstUsage(await session.turn("[[plain]] then"));
    expect(prompt - cached).toBeLessThan(30);
  });

  it("while the model still writes runs calls that only read", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles, window: 8192 });
    const session = await openTestSession(daemon);
    const events = await session.turn("[[parallel]] then");
    expect(bodiesOf(events, "tool.finished")).toMatchObject([{ outcome: "ok" }, { outcome: "ok" }]);
    expect((await aheadOf(daemon)).calls).toMatchObject({ started: 2, used: 2 });
  });

  it("warms a session that came back from its log, where no slot file holds it", async () => {
    const config = "[cache]\nslot_files_mib = 0\n";
    const daemon = await startTestDaemon({ scripts, files, window: 8192, config });
    const one = await begun(daemon);
    one.leave();
    await daemon.stop();
    await daemon.start();
    // The engine is not started for it: another session needs it first.
    await (await openTestSession(daemon)).turn("[[plain]]");
    const again = followTestSession(daemon, one.id);
    await untilReadAhead(daemon, "warm", 300);
    const { cached, prompt } = firstUsage(await again.turn("[[plain]] again"));
    expect(prompt - cached).toBeLessThan(40);
    expect((await aheadOf(daemon)).warm.gained).toBeGreaterThan(250);
  });

  it("costs a server that outlived the daemon, and has the session still, nothing of what it holds", async () => {
    const server = await startScriptedServer(scripts, ["-np", "1", "-c", "8192"]);
    const daemon = await startTestDaemon({ connect: server.url, files });
    const one = await openTestSession(daemon);
    // More than one piece of what is read ahead.
    for (const again of ["", " again", " once more"]) await one.turn(`[[look]] at it${again}`);
    one.leave();
    await daemon.stop();
    await daemon.start();
    const again = followTestSession(daemon, one.id);
    await untilReadAhead(daemon, "warm", 1);
    expect((await aheadOf(daemon)).warm.read).toBeLessThan(40);
    const { cached, prompt } = firstUsage(await again.turn("[[plain]] again"));
    expect(prompt - cached).toBeLessThan(40);
  });

  it("is not spent where that is turned off: not on a draft, at a turn's end, on calls, or on a session that came back", async () => {
    const none = { read: 0, gained: 0, wasted: 0 };
    const calls = { started: 0, used: 0, savedMs: 0 };
    const nothing = { draft: none, settle: none, warm: none, calls };
    const config = 'ahead = "off"\n[cache]\nslot_files_mib = 0\n';
    const all = { ...standardScripts, ...scripts };
    const daemon = await startTestDaemon({ scripts: all, files: standardFiles, window: 8192, config });
    const one = await openTestSession(daemon);
    await one.turn("[[parallel]] then");
    await one.turn("[[think]] about it");
    await type(daemon, one.id, draft);
    const { cached, prompt } = firstUsage(await one.turn(`${draft} [[plain]]`));
    expect(prompt - cached).toBeGreaterThan(600);
    expect(await aheadOf(daemon)).toEqual(nothing);
    one.leave();
    await daemon.stop();
    await daemon.start();
    const other = await openTestSession(daemon);
    await other.turn("[[plain]]");
    const again = followTestSession(daemon, one.id);
    await again.turn("[[plain]] again");
    expect(await aheadOf(daemon)).toEqual(nothing);
  });
});
