import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { bookFiles, bookScripts } from "../models/book-scripts.ts";
import { copilotScripts } from "../models/copilot-scripts.ts";
import type { Scripts } from "../models/scripted/script.ts";
import { standardScripts } from "../models/standard-scripts.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";
import type { TmuxScreen } from "../terminal/tmux-screen.ts";
import { startScriptedServer } from "./start-scripted-server.ts";

/** A terminal on a home whose loadout seats a copilot with a server of its own. */
async function crewedScreen(copilot: Scripts, given: Parameters<typeof kestrelHome>[0]): Promise<TmuxScreen> {
  const { url } = await startScriptedServer(copilot);
  const home = await kestrelHome(given);
  const loadout = join(home.dataFolder, "crewed.toml");
  const seats = `[crew.copilot]\nsource = "connect"\nurl = "${url}"\n`;
  await writeFile(loadout, `[model]\nsource = "self"\npath = "${home.model}"\nthreads = 1\n${seats}`);
  return screenAlone(home, ["--loadout", loadout]);
}

describe.skipIf(testEngine === undefined || testTmux === undefined)("a copilot at a terminal", () => {
  it("is one quiet line when it has done something, and /crew sums up", async () => {
    const screen = await crewedScreen(copilotScripts(), { scripts: bookScripts, files: bookFiles });
    await screen.tell("/crew", "No session yet");
    await screen.tell("Read the harbour book. [[p1]]", /· summarizer \(\S+\) named the session in [\d.]+ s/);
    await screen.tell("/compact", /· summarizer \(\S+\) summarized [\d,]+ tokens in [\d.]+ s/);
    const shown = await screen.tell("/crew", /2 in all, 2 used, [\d.]+ s/);
    expect(shown.replaceAll(/\s+/g, " ")).toMatch(/[\d,]+ tokens read, \d+ written/);
    await screen.shows(/Roles without a model: reviewer \(/);
    await screen.tell("/status", /This session began with crewed, digest/);
    await screen.press("C-d");
    await screen.shows("ended 0");
  });

  it("/commit prints a message by rule where the summarizer answers with a block of code, until it is taken back", async () => {
    const fenced = { heard: "Write the commit message", says: "```\nAdd the new file\n```" };
    const screen = await crewedScreen(
      { ...copilotScripts(), fenced },
      { scripts: standardScripts, files: {} },
    );
    await screen.enter("/mode edits");
    await screen.tell("[[write]] Make a new file.", /· summarizer \(\S+\) named the session in [\d.]+ s/);
    const shown = await screen.tell("/commit", /Made from the list of changed files/);
    expect(shown).toMatch(/^ *Add new\.txt\n\n *- new\.txt \(\+2 -0\)\n/m);
    await screen.shows(/· summarizer \(\S+\): its answer was unusable\s+\([\d.]+ s\)/);
    await screen.enter("/undo");
    await screen.tell("/commit", "This session has no changes to describe");
    await screen.press("C-d");
    await screen.shows("ended 0");
  });
});
