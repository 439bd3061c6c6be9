import { SessionId } from "@kestrel/protocol";
import { contextLedger, emptySession, evolve } from "@kestrel/session-state";
import { describe, expect, it } from "vitest";
import { git, loopNow, sandboxEnvironment, startLoop } from "../daemon/loop-night.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf, followTestSession } from "../daemon/test-session.ts";
import { testBubblewrap, testEngine } from "../machine.ts";
import { callsThenSays } from "../models/scripted/script.ts";
import { startScriptedServer } from "./start-scripted-server.ts";

const puts = (name: string) => callsThenSays("shell", { command: `echo 1 > ${name}.txt` }, "It is written.");

describe.skipIf(testEngine === undefined || testBubblewrap === undefined)(
  "a loop on a real llama-server",
  () => {
    it("finds the fixed prompt in the cache at each item's first request, and reads only what is its own", async () => {
      const names = ["anna", "bert", "cleo"];
      const scripts = Object.fromEntries(names.map((name) => [name, puts(name)]));
      const server = await startScriptedServer({ plain: { says: "Nothing." }, ...scripts });
      const environment = sandboxEnvironment();
      const daemon = await startTestDaemon({ connect: server.url, accepted: true, environment });
      const repository = daemon.workspace;
      git(repository, "init", "-q", "-b", "main");
      git(repository, "commit", "-q", "--allow-empty", "-m", "begin");
      // The third attempt at an item begins a session of its own, too.
      const plan = [...names, "nobody"].map(
        (name) => `- [ ] write it [[${name}]]\n  check: test -s ${name}.*\n`,
      );
      const night = { daemon, repository };
      const { id } = await startLoop(night, plan.join(""));
      await expect.poll(async () => (await loopNow(night, id)).phase, { timeout: 90_000 }).toBe("ended");
      const { items } = await loopNow(night, id);
      expect(items.map(({ state }) => state)).toEqual(["done", "done", "done", "stuck"]);
      const sessions = new Set(items.flatMap(({ attempts }) => attempts.map(({ session }) => session)));
      expect(sessions.size).toBe(5);
      const [first, ...others] = await Promise.all(
        [...sessions].map(async (session) => {
          const { events } = followTestSession(daemon, SessionId.parse(session));
          await expect.poll(() => bodiesOf(events, "reply.completed").length).toBeGreaterThan(0);
          const end = events.findIndex(({ body }) => body.type === "reply.completed") + 1;
          const { parts, estimated } = contextLedger(events.slice(0, end).reduce(evolve, emptySession));
          const { prompt = 0, cached = 0 } = bodiesOf(events, "reply.completed")[0]?.usage ?? {};
          const tokens = (...names: (keyof typeof parts)[]) =>
            names.reduce((sum, name) => sum + (parts[name]?.tokens ?? 0), 0);
          return {
            ...{ estimated, prompt, cached },
            fixed: tokens("system", "tools"),
            own: tokens("notes", "user"),
          };
        }),
      );
      expect(first).toMatchObject({ cached: 0, estimated: false });
      for (const { prompt, cached, fixed, own } of others) {
        expect(cached).toBeGreaterThanOrEqual(fixed);
        expect(prompt - cached).toBeLessThanOrEqual(own + 40);
      }
    });
  },
);
