import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { bookFact, bookFiles, bookScripts } from "../models/book-scripts.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { tmuxScreen } from "../terminal/tmux-screen.ts";

describe.skipIf(testEngine === undefined || testTmux === undefined)("/compact in a terminal", () => {
  it("makes room, says what it freed, and the conversation goes on", async () => {
    const home = await kestrelHome({ scripts: bookScripts, files: bookFiles });
    const screen = await tmuxScreen(home, ["--model", home.model]);
    await screen.shows("Model: ");
    await screen.type("/compact");
    await screen.press("Enter");
    await screen.shows("No session yet");
    await screen.type("Read the harbour book. [[p1]]");
    await screen.press("Enter");
    await screen.shows("All four parts are read.");
    await screen.shows(/ctx \S+\/8\.2k/);
    await screen.type("/compact the lamp");
    await screen.press("Enter");
    const shown = await screen.shows(/Made room: notes of the model stand for what came before/);
    expect(shown.replaceAll(/\s+/g, " ")).toMatch(/[\d,]+ → ~[\d,]+ tokens \(~[\d,]+ freed\)/);
    await screen.type("/compact");
    await screen.press("Enter");
    await screen.shows("There is nothing to make room from");
    await screen.type("When is the lamp lit? [[when]]");
    await screen.press("Enter");
    await screen.shows(`${bookFact}.`);
    await screen.press("C-d");
    await screen.shows("ended 0");
  });
});
