import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sampleProject } from "../../packages/app/src/playground/sample-project.ts";
import { pauseInReply } from "../daemon/pause-engine.ts";
import { startTestDaemon, type TestDaemon, type TestDaemonInput } from "../daemon/start-daemon.ts";
import {
  allowOnce,
  bodiesOf,
  followTestSession,
  openTestSession,
  type TestSession,
} from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { bookFiles as harbourFiles, bookScripts as harbourScripts } from "../models/book-scripts.ts";
import { demoScripts } from "../models/demo-scripts.ts";
import { mistakeFiles, mistakeScripts } from "../models/mistake-scripts.ts";
import { callsThenSays, callsTool, markerOf, type Scripts } from "../models/scripted/script.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";

const replays = process.env.KESTREL_REPLAYS ?? join(import.meta.dirname, "..", "replays");

/** What stands in a recorded log instead of the folder it was recorded in. */
const neutral = "/workspace";

const chapters = 12;
const chapter = (number: number) => `chapters/${number}.txt`;

/** Reads chapter after chapter until the window is full; what was read long ago is folded then. */
const bookScripts: Scripts = {
  ...Object.fromEntries(
    Array.from({ length: chapters }, (_, index) => [
      `chapter${index + 1}`,
      callsTool("read", { path: chapter(index + 1) }),
    ]),
  ),
  "book-end": { says: "That was the last chapter." },
};
const bookFiles = Object.fromEntries(
  Array.from({ length: chapters }, (_, index) => {
    const next = index + 1 < chapters ? `chapter${index + 2}` : "book-end";
    const lines = Array.from(
      { length: 30 },
      (_, line) => `Chapter ${index + 1}, line ${line + 1}: it rained.`,
    );
    return [chapter(index + 1), `${lines.join("\n")}\n${markerOf(next)}\n`];
  }),
);

const tale = { says: Array.from({ length: 300 }, (_, index) => `Page ${index + 1} of the tale.\n`).join("") };
const planting = callsThenSays("shell", { command: "echo planted; sleep 999" }, "It was planted.");

type Recording = {
  name: string;
  input: TestDaemonInput;
  play(session: TestSession, daemon: TestDaemon): Promise<TestSession | undefined>;
};

const recordings: Recording[] = [
  {
    name: "tour",
    input: { scripts: demoScripts, window: 16_384, files: sampleProject },
    play: async (session) => {
      await session.turn("Please show me round. [[tour]]", allowOnce);
      await session.turn("Thank you.");
      return undefined;
    },
  },
  {
    name: "denied-and-planned",
    input: { scripts: standardScripts, files: standardFiles },
    play: async (session) => {
      await session.turn("[[write]]", ({ callId, digest }) => ({
        type: "deny",
        callId,
        digest,
        reason: "Not in this folder.",
      }));
      await session.send({ type: "set-mode", mode: "plan" });
      await session.turn("[[edit]]");
      await session.send({ type: "set-mode", mode: "ask" });
      await session.turn("[[shell]]", ({ callId, digest }) => ({
        type: "approve",
        callId,
        digest,
        scope: "session",
      }));
      await session.turn("[[shell]]");
      await session.turn("[[think]]");
      return undefined;
    },
  },
  {
    name: "stopped-and-killed",
    input: { scripts: { ...standardScripts, tale, planting }, files: standardFiles },
    play: async (session, daemon) => {
      const paused = pauseInReply(daemon, session);
      const stopped = session.turn("[[tale]]");
      const resume = await paused;
      await session.send({ type: "cancel" });
      await stopped;
      resume();
      const { turnId } = await session.send({ type: "send-message", text: "[[planting]]" });
      const { body } = await session.until("approval.requested", 0, (asked) => asked.turnId === turnId);
      await session.allows(body);
      await session.untilFrame((frame) => frame.type === "tool-output");
      await daemon.kill();
      session.leave();
      await daemon.start();
      const again = followTestSession(daemon, session.id);
      await again.turn("[[read]] Go on, please.");
      return again;
    },
  },
  {
    name: "full-and-folded",
    input: { scripts: bookScripts, window: 4_096, files: bookFiles },
    play: async (session) => {
      await session.turn("Read me the book. [[chapter1]]");
      expect(bodiesOf(session.events, "context.compacted").length).toBeGreaterThan(0);
      return undefined;
    },
  },
  {
    name: "summed-up",
    input: { scripts: harbourScripts, files: harbourFiles },
    play: async (session) => {
      await session.turn("Read the harbour book. [[p1]]");
      await session.send({ type: "compact", matters: "the lamp" });
      await session.until("context.compacted", 0, () => true);
      await session.turn("When is the lamp lit? [[when]]");
      return undefined;
    },
  },
  {
    name: "landed",
    input: {
      scripts: { ...standardScripts, ...mistakeScripts },
      files: { ...standardFiles, ...mistakeFiles },
    },
    play: async (session) => {
      for (const mistake of ["leaked-xml", "wrong-key", "call-in-reasoning", "empty-reply"]) {
        await session.turn(markerOf(mistake), allowOnce);
      }
      return undefined;
    },
  },
];

const recording = Boolean(process.env.KESTREL_RECORD_REPLAYS);

/** Real sessions for `test/replay.test.ts`. A recording that is there is never made again: it is what must not change. */
describe.skipIf(testEngine === undefined)("recorded sessions", () => {
  it.each(recordings)("$name is recorded, now if need be", async ({ name, input, play }) => {
    const file = join(replays, `${name}.jsonl`);
    if (!recording || existsSync(file)) return expect(existsSync(file)).toBe(true);
    const daemon = await startTestDaemon(input);
    const session = await openTestSession(daemon);
    const last = (await play(session, daemon)) ?? session;
    expect(bodiesOf(last.events, "turn.ended").length).toBeGreaterThan(0);
    await daemon.stop();
    const log = readFileSync(join(daemon.dataFolder, "sessions", `${session.id}.jsonl`), "utf8");
    const recorded = log.replaceAll(daemon.workspace, neutral);
    expect(recorded).not.toContain(daemon.folder);
    writeFileSync(file, recorded, { flag: "wx" });
  });
});
