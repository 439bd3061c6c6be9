import { describe, expect, it } from "vitest";
import { endByPid } from "../../packages/runtime/test/fixtures/process-facts.ts";
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

describe.skipIf(testEngine === undefined || testTmux === undefined)("a daemon outlives its starter", () => {
  it("stays while another terminal is joined, says so in one line, and ends with it", async () => {
    const { starter, joiner } = await twoTerminals();
    await starter.press("C-d");
    await starter.shows("Others are attached, or a turn runs: Kestrel stays until they are done.");
    await joiner.tell("[[zh]]", "你好！");
    await joiner.shows(/(ctx [\s\S]*){2}/);
    await joiner.press("C-d");
    await joiner.shows("ended 0");
    await starter.shows("ended 0");
  });

  it("stays when the starter's terminal goes away, and ends at kestrel stop", async () => {
    const { home, joiner, pid } = await twoTerminals();
    endByPid(pid, "SIGHUP");
    await joiner.tell("[[zh]]", "你好！");
    expect(await kestrel(home, ["stop"])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`pid ${pid}`),
    });
    await joiner.shows(`Kestrel (pid ${pid}) has ended.`);
    await joiner.shows("ended 4");
    expect(await kestrel(home, ["stop"])).toMatchObject({ code: 1 });
  });

  it("says how a second model runs at the same time", async () => {
    const { home } = await twoTerminals();
    const other = await kestrel(home, ["run", "hi", "--url", "http://127.0.0.1:9"]);
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining("KESTREL_DATA_DIR=FOLDER") });
  });
});
