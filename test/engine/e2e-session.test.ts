import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionEvent } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { wasteOf } from "../bench/cache/waste-of.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { allowOnce, bodiesOf, followTestSession, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { startScriptedServer } from "./start-scripted-server.ts";

/** What each request found in the cache, and what it should have found: the previous prompt and reply, but for one token. */
function reuse(events: readonly SessionEvent[]) {
  const requests = bodiesOf(events, "request.sent");
  const replies = bodiesOf(events, "reply.completed");
  expect(replies).toHaveLength(requests.length);
  return replies.map(({ usage, finish }, index) => {
    const before = replies[index - 1]?.usage;
    return {
      finish,
      prompt: usage?.prompt,
      cached: usage?.cached,
      announced: requests[index]?.expectedReuse,
      reachable: before && (before.prompt ?? Number.NaN) + (before.generated ?? Number.NaN) - 1,
    };
  });
}

describe.skipIf(testEngine === undefined)("a session on a real llama-server", () => {
  it("of twelve steps never reads again what the server has in its cache", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles });
    const session = await openTestSession(daemon);
    const events = await session.turn("Read the notes from the first on. [[s1]]");
    expect(bodiesOf(events, "turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(bodiesOf(events, "tool.finished").map(({ outcome }) => outcome)).toEqual(Array(12).fill("ok"));
    const steps = reuse(events);
    expect(steps).toHaveLength(13);
    for (const { prompt, cached, announced, reachable } of steps.slice(1)) {
      expect(announced).toBe(reachable);
      expect(cached).toBe(reachable);
      expect(prompt).toBeGreaterThan(reachable ?? Number.POSITIVE_INFINITY);
    }
  });

  it("of three turns in one process wastes nothing", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles });
    const session = await openTestSession(daemon);
    for (const words of ["[[read]] first", "[[think]] then", "[[search]] at last"]) await session.turn(words);
    expect(reuse(session.events)).toHaveLength(5);
    expect(wasteOf(session.events).wasted).toBe(0);
  });

  it("of three turns, each in a process of its own, wastes nothing on a server that outlives them", async () => {
    const server = await startScriptedServer(standardScripts);
    const daemon = await startTestDaemon({ connect: server.url, files: standardFiles });
    const { id } = await openTestSession(daemon);
    const heard: SessionEvent[] = [];
    for (const words of ["[[read]] first", "[[think]] then", "[[search]] at last"]) {
      heard.push(...(await followTestSession(daemon, id).turn(words)));
      expect(await daemon.stop()).toBe(0);
      await daemon.start();
    }
    expect(reuse(heard)).toHaveLength(5);
    expect(wasteOf(heard).wasted).toBe(0);
    expect(reuse(heard).map(({ announced }) => announced)).toEqual(
      reuse(heard).map(({ reachable }) => reachable),
    );
  });

  it("runs an edit after its approval, and the file on disk is changed", async () => {
    const daemon = await startTestDaemon({ scripts: standardScripts, files: standardFiles });
    const session = await openTestSession(daemon);
    const greeting = () => readFileSync(join(daemon.workspace, "greeting.txt"), "utf8");
    const events = await session.turn("[[edit]]", (question) => {
      expect(question.preview?.diff).toContain("+Good evening, dear reader.");
      expect(greeting()).toBe(standardFiles["greeting.txt"]);
      return allowOnce(question);
    });
    expect(bodiesOf(events, "file.changed")).toMatchObject([{ path: "greeting.txt", added: 1, removed: 1 }]);
    expect(greeting()).toBe("Good evening, dear reader.\n");
  });
});
