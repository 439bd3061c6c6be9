import { readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { descendantsOf, leftAfter, type SeenProcess } from "../daemon/processes.ts";
import { startTestDaemon, type TestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testBubblewrap, testEngine } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";

/** Everything a command could want of the daemon that runs it: its token, its port, its folders, and the way out. */
const hostile = [
  "echo made > made.txt",
  "echo x > ../fired",
  "cat ../*/run/token",
  "touch /var/fired",
  'for p in $(seq 1 64) $(cat port); do echo x > "/dev/tcp/127.0.0.1/$p" && echo REACHED $p; done',
  "git init -q . && echo repository",
].join("\n");

const scripts = {
  hostile: callsThenSays("shell", { command: "env bash attack.sh" }, "Done."),
  job: callsThenSays("job", { command: "env sleep 999 & sleep 999" }, "It runs."),
  flood: callsThenSays("job", { command: "env yes & yes | tr -d '\\n'" }, "It runs."),
  ask: callsThenSays("ask_user", { question: "Red or blue?", choices: ["red", "blue"] }, "Thanks."),
};

describe.skipIf(testEngine === undefined || testBubblewrap === undefined)(
  "in auto mode, inside the sandbox",
  () => {
    let daemon: TestDaemon;
    beforeAll(async () => {
      const path = `${dirname(testBubblewrap ?? "")}${delimiter}${process.env.PATH}`;
      process.env.PATH = path;
      daemon = await startTestDaemon({
        scripts,
        files: { "attack.sh": hostile },
        config: 'sandbox = "required"\n\n[permission]\nmode = "auto"\n',
      });
    });

    it("a command runs unasked, and neither gets out nor at the daemon", async () => {
      expect((await daemon.client.call("sandbox")).sandbox).toMatchObject({
        state: "active",
        by: "bubblewrap",
      });
      const { port } = new URL(daemon.url);
      await writeFile(join(daemon.workspace, "port"), port);
      const session = await openTestSession(daemon);
      const events = await session.turn("[[hostile]]");
      expect(bodiesOf(events, "approval.requested")).toEqual([]);
      const [finished] = bodiesOf(events, "tool.finished");
      expect(finished?.content).not.toContain(daemon.token);
      expect(finished?.content).not.toMatch(/^(repository|REACHED)/m);
      expect(await readFile(join(daemon.workspace, "made.txt"), "utf8")).toBe("made\n");
      expect(await readdir(daemon.folder)).not.toContain("fired");
      expect((await readdir(daemon.workspace)).sort()).toEqual(["attack.sh", "made.txt", "port"]);
    });

    it("a job outlives its turn, is read and stopped, and its end is in the log", async () => {
      const session = await openTestSession(daemon);
      await session.turn("[[job]]");
      const { body: begun } = await session.until("job.started");
      expect(
        await daemon.client.call("readJob", { params: { id: session.id, job: begun.job } }),
      ).toMatchObject({
        running: true,
      });
      await session.send({ type: "stop-job", job: begun.job });
      expect((await session.until("job.ended")).body).toMatchObject({ job: "j1", end: "stopped" });
      await expect(session.send({ type: "stop-job", job: begun.job })).rejects.toMatchObject({
        code: "not_found",
      });
    });

    it("jobs that flood leave the daemon answering", { timeout: 120_000 }, async () => {
      const session = await openTestSession(daemon);
      await session.turn("[[flood]]");
      const times: number[] = [];
      for (let count = 0; count < 200; count++) {
        const before = performance.now();
        await fetch(`${daemon.url}/healthz`).then((answer) => answer.text());
        times.push(performance.now() - before);
      }
      times.sort((one, other) => one - other);
      console.log(
        `health beside a flood: p50 ${times[100]?.toFixed(1)} ms, p99 ${times[197]?.toFixed(1)} ms`,
      );
      await session.send({ type: "stop-job", job: "j1" }).catch(() => undefined);
      expect(["stopped", "flooded"]).toContain((await session.until("job.ended")).body.end);
    });

    it("the person answers what the model asks", async () => {
      const session = await openTestSession(daemon);
      const turn = session.turn("[[ask]]");
      const { body } = await session.until("question.asked");
      expect(body).toMatchObject({ question: "Red or blue?", choices: ["red", "blue"] });
      const { callId, digest } = body;
      await session.send({ type: "answer-question", callId, digest, end: "answered", text: "blue" });
      const [finished] = bodiesOf(await turn, "tool.finished");
      expect(finished).toMatchObject({ outcome: "ok", content: "The user answered: blue" });
    });

    it("after a kill nothing of a job is left, and the log says so", { timeout: 60_000 }, async () => {
      const session = await openTestSession(daemon);
      await session.turn("[[job]]");
      await session.until("job.started");
      const seen: SeenProcess[] = descendantsOf(daemon.pid).filter(({ command }) =>
        command.includes("sleep"),
      );
      expect(seen.length).toBeGreaterThan(0);
      await daemon.kill();
      expect(await leftAfter(5_000, seen, daemon.workspace)).toEqual([]);
      await daemon.start();
      const { events } = await daemon.client.call("readLog", { params: { id: session.id } });
      expect(bodiesOf(events, "job.ended")).toMatchObject([{ job: "j1", end: "interrupted" }]);
    });
  },
);
