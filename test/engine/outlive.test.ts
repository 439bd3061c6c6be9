import { describe, expect, it, onTestFinished } from "vitest";
import { isAlive } from "../../packages/runtime/test/fixtures/process-facts.ts";
import { testEngine, testTmux } from "../machine.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";
import { afterTurn, screenAlone } from "../terminal/opened-screens.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

/** Two terminals on one daemon: the first started it, the second joined and talks. */
async function twoTerminals() {
  const home = await kestrelHome({ scripts: standardScripts, files: standardFiles });
  const starter = await screenAlone(home);
  const joiner = await tmuxScreen(home, []);
  const pid = Number(/Joined Kestrel \(pid (\d+)\)/.exec(await joiner.shows("Joined Kestrel"))?.[1]);
  await joiner.tell("hello", afterTurn);
  return { home, starter, joiner, pid };
}

const wayBack = /To continue where this stopped: `.*kestrel(?:\.cjs)?\s+-r\s+(s\w+)`/;

describe.skipIf(testEngine === undefined || testTmux === undefined)("a daemon outlives its starter", () => {
  it.each([["Ctrl+D", ["C-d"]] as const, ["Ctrl+C twice", ["C-c", "C-c"]] as const])(
    "%s ends the terminal alone; the other one goes on, and is told the way back to its own session",
    async (_keys, keys) => {
      const { home, starter, joiner } = await twoTerminals();
      await starter.press(...keys);
      await starter.shows("ended 0");
      await joiner.tell("[[zh]]", "你好！");
      await joiner.shows(/(ctx [\s\S]*){2}/);
      await joiner.press("C-d");
      await joiner.shows("ended 0");
      const [, id = ""] = wayBack.exec(await joiner.shows(wayBack)) ?? [];
      const again = await tmuxScreen(home, ["-r", id]);
      await again.shows("你好！");
      // Nothing was said in the first one.
      expect(await starter.text()).not.toContain("To continue");
    },
  );

  it("a turn that runs goes on without its terminal", async () => {
    const { home, joiner } = await twoTerminals();
    await joiner.tell("[[shell]]", "Tab to answer");
    await joiner.press("C-c");
    await joiner.shows("Stopped.");
    await joiner.press("C-d");
    await joiner.shows("ended 0");
    expect(await kestrel(home, ["status"])).toMatchObject({ code: 0 });
  });

  it("kestrel stop ends it for every terminal, and the next message starts it again", async () => {
    const { home, starter, joiner, pid } = await twoTerminals();
    expect(await kestrel(home, ["stop"])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`pid ${pid}`),
    });
    for (const screen of [starter, joiner])
      await screen.shows("Kestrel was stopped elsewhere. Your next message starts it again.");
    expect(await kestrel(home, ["stop"])).toMatchObject({ code: 1 });
    const shown = await joiner.tell("[[zh]]", "你好！");
    expect(shown).toContain("Kestrel was started again");
    expect(shown).not.toContain("Not sent");
  });

  it("is started again by its terminals when it was killed, and what they send meanwhile is answered", async () => {
    const { starter, joiner, pid } = await twoTerminals();
    process.kill(pid, "SIGKILL");
    await joiner.tell("[[zh]]", "你好！");
    const back = /(?:was started again|is back) \(pid (\d+)\)/;
    const [one, other] = await Promise.all(
      [starter, joiner].map(async (screen) => back.exec(await screen.shows(back))?.[1]),
    );
    expect(one).toBe(other);
    expect(one).not.toBe(String(pid));
    expect([...(await joiner.text()).matchAll(new RegExp(back, "g"))]).toHaveLength(1);
  });

  it("is started again once where it is killed soon after, and then by the next message", async () => {
    const { starter, joiner, pid } = await twoTerminals();
    await starter.press("C-d");
    await starter.shows("ended 0");
    process.kill(pid, "SIGKILL");
    const again = /was started again \(pid (\d+)\)/;
    const other = Number(again.exec(await joiner.shows(again))?.[1]);
    process.kill(other, "SIGKILL");
    await joiner.shows("soon after its start. Your next message starts it again.");
    await joiner.tell("[[zh]]", "你好！");
  });

  it("is named when it does not answer, keeps no terminal, and stop ends it", async () => {
    const { home, joiner, pid } = await twoTerminals();
    process.kill(pid, "SIGSTOP");
    onTestFinished(() => {
      if (isAlive(pid)) process.kill(pid, "SIGCONT");
    });
    await joiner.tell("[[zh]]", `Kestrel (pid ${pid}) does not answer.`);
    await joiner.press("C-c", "C-c");
    await joiner.shows(/Not sent: \[\[zh\]\][\s\S]*ended 0/);
    expect(await kestrel(home, ["run", "hello"], { input: "" })).toMatchObject({
      code: 4,
      err: expect.stringMatching(new RegExp(`Kestrel \\(pid ${pid}\\) does not answer\\. .* restart`)),
    });
    expect(await kestrel(home, ["stop"])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`pid ${pid}`),
    });
  });

  it("kestrel restart is waited for, and what stood in the prompt is kept", async () => {
    const { home, joiner, pid } = await twoTerminals();
    await joiner.type("half a thought");
    const { out } = await kestrel(home, ["restart", "--json"]);
    const { pid: other } = JSON.parse(out) as { pid: number };
    expect(other).not.toBe(pid);
    await joiner.shows(`Kestrel is back (pid ${other})`);
    await joiner.shows(/half a thought$/);
    await joiner.press("C-u");
    await joiner.tell("[[zh]]", "你好！");
  });

  it("says how a second model runs at the same time", async () => {
    const { home } = await twoTerminals();
    const other = await kestrel(home, ["run", "hi", "--url", "http://127.0.0.1:9"]);
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining("KESTREL_DATA_DIR=FOLDER") });
  });
});
