import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startWordServer } from "../bench/word-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { bodiesOf } from "../daemon/test-session.ts";
import { testChromium, testTmux } from "../machine.ts";
import { homeIn } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";
import { conversation, openConsole, say, showSession, wordsOf } from "./open-console.ts";
import { logOf } from "./sessions.ts";

/** A turn that the test holds: in the model's reply, or in the user's own check behind it. */
async function heldTurn(config?: string) {
  let prompt = "";
  const held: { let: (how: "end" | "fail") => void }[] = [];
  const server = await startWordServer(async (speak, asked) => {
    prompt = asked;
    speak("Said.");
    const how = await new Promise((resolve) => held.push({ let: resolve }));
    if (how === "fail") throw new Error("the template has no such role");
  });
  onTestFinished(() => server.close());
  const daemon = await startTestDaemon({ connect: server.url, ...(config && { config }) });
  const { session } = await daemon.client.call("openSession", { body: { workspace: daemon.workspace } });
  const page = await openConsole(daemon);
  await showSession(page, session.id);
  const home = homeIn(daemon.folder, daemon.dataFolder, daemon.workspace);
  const screen = await tmuxScreen(home, ["-r", session.id]);
  await screen.shows("Joined Kestrel");
  const log = () => logOf(daemon, session.id);
  const reply = async (number: number) => {
    await expect.poll(() => held.length, { timeout: 60_000 }).toBe(number);
    return held[number - 1];
  };
  const both = async () => {
    await say(page, "from the console");
    await screen.enter("from the terminal");
    const told = async () => bodiesOf(await log(), "steering.queued").map(({ text }) => text);
    await expect.poll(told, { timeout: 60_000 }).toEqual(["from the console", "from the terminal"]);
  };
  const ended = async (turns: number) =>
    expect.poll(async () => bodiesOf(await log(), "turn.ended").length, { timeout: 60_000 }).toBe(turns);
  return { daemon, page, screen, log, reply, prompt: () => prompt, both, ended };
}

/** How often words stand there, once nothing moves any more. */
const times = (text: string, words: string) => text.split(words).length - 1;

describe.skipIf(testChromium === undefined || testTmux === undefined)(
  "words said to a turn from a terminal and a browser",
  () => {
    it("while its check runs are heard before it ends, each once", async () => {
      const check = "touch checking; until [ -e go ]; do sleep 0.1; done";
      const hook = `[[hooks]]\non = "turn_ended"\ntimeout_seconds = 60\ncommand = "${check}"\n`;
      const turn = await heldTurn(hook);
      const { daemon, page, screen } = turn;
      await say(page, "do it");
      (await turn.reply(1))?.let("end");
      await expect.poll(() => existsSync(join(daemon.workspace, "checking")), { timeout: 60_000 }).toBe(true);
      await turn.both();
      await writeFile(join(daemon.workspace, "go"), "");
      (await turn.reply(2))?.let("end");
      await turn.ended(1);
      for (const words of ["from the console", "from the terminal"]) {
        expect(times(turn.prompt(), words)).toBe(1);
        await expect.poll(async () => times(await wordsOf(conversation(page)), words)).toBe(1);
        await expect.poll(async () => times(await screen.text(), words)).toBe(1);
      }
    });

    it.each(["a stop", "a failure"])("before %s wait for the next message, each once", async (cut) => {
      const turn = await heldTurn();
      const { page, screen } = turn;
      await say(page, "do it");
      const first = await turn.reply(1);
      await turn.both();
      if (cut === "a failure") first?.let("fail");
      else await page.getByRole("button", { name: "Stop" }).click();
      await turn.ended(1);
      const pending = page.getByRole("region", { name: "Your queued messages" });
      await pending.getByText("from the console").waitFor();
      // The terminal gives its own words back to who typed them, and they wait no longer.
      await screen.shows(/› from the terminal$/);
      await screen.press("Enter");
      (await turn.reply(2))?.let("end");
      await turn.ended(2);
      await pending.waitFor({ state: "detached" });
      const started = bodiesOf(await turn.log(), "turn.started").map(({ text }) => text);
      expect(started).toEqual(["do it", "from the terminal"]);
      for (const words of ["from the console", "from the terminal"]) {
        expect(times(turn.prompt(), words)).toBe(1);
        await expect.poll(async () => times(await wordsOf(conversation(page)), words)).toBe(1);
      }
    });
  },
);
