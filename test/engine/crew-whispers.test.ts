import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { bookFiles, bookScripts } from "../models/book-scripts.ts";
import { copilotScripts } from "../models/copilot-scripts.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";
import { startScriptedServer } from "./start-scripted-server.ts";

describe.skipIf(testEngine === undefined || testTmux === undefined)("a copilot at a terminal", () => {
  it("is one quiet line when it has done something, and /crew sums up", async () => {
    const { url } = await startScriptedServer(copilotScripts());
    const home = await kestrelHome({ scripts: bookScripts, files: bookFiles });
    const loadout = join(home.dataFolder, "crewed.toml");
    const seats = `[crew.copilot]\nsource = "connect"\nurl = "${url}"\n`;
    await writeFile(loadout, `[model]\nsource = "self"\npath = "${home.model}"\nthreads = 1\n${seats}`);
    const screen = await tmuxScreen(home, ["--loadout", loadout]);
    await screen.shows("Model: ");
    await screen.type("/crew");
    await screen.press("Enter");
    await screen.shows("No session yet");
    await screen.type("Read the harbour book. [[p1]]");
    await screen.press("Enter");
    await screen.shows(/· copilot \(\S+\) named the session in [\d.]+ s/);
    await screen.type("/compact");
    await screen.press("Enter");
    await screen.shows(/· copilot \(\S+\) summarised [\d,]+ tokens in [\d.]+ s/);
    await screen.type("/crew");
    await screen.press("Enter");
    const shown = await screen.shows(/2 in all, 2 used, [\d.]+ s/);
    expect(shown.replaceAll(/\s+/g, " ")).toMatch(/[\d,]+ tokens read, \d+ written/);
    await screen.press("C-d");
    await screen.shows("ended 0");
  });
});
