import { describe, expect, it } from "vitest";
import { testEngine, testTmux } from "../machine.ts";
import { bookFact, bookFiles, bookScripts } from "../models/book-scripts.ts";
import { kestrelHome } from "../terminal/kestrel-home.ts";
import { screenAlone } from "../terminal/opened-screens.ts";

describe.skipIf(testEngine === undefined || testTmux === undefined)("/compact in a terminal", () => {
  it("makes room, says what it freed, and the conversation goes on", async () => {
    const home = await kestrelHome({ scripts: bookScripts, files: bookFiles });
    const screen = await screenAlone(home);
    await screen.tell("/compact", "No session yet");
    await screen.tell("Read the harbour book. [[p1]]", "All four parts are read.");
    await screen.shows(/ctx \S+\/8k/);
    const shown = await screen.tell(
      "/compact the lamp",
      /Compacted: the model.s notes replace the earlier conversation/,
    );
    expect(shown.replaceAll(/\s+/g, " ")).toMatch(/[\d,]+ → ~[\d,]+ tokens \(~[\d,]+ freed\)/);
    await screen.tell("/compact", "There is nothing to compact");
    await screen.tell("When is the lamp lit? [[when]]", `${bookFact}.`);
    await screen.press("C-d");
    await screen.shows("ended 0");
  });
});
