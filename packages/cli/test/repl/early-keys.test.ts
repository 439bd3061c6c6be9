import { expect, it } from "vitest";
import { EarlyKeys } from "../../src/repl/early-keys.ts";
import type { SurfaceEvents } from "../../src/repl/surface.ts";

/** A prompt before its daemon is joined: what was shown, and what the dialogue was given. */
function story() {
  const shown: string[] = [];
  const given: string[] = [];
  const early = new EarlyKeys({
    live: (lines) => shown.push(`waits: ${lines.map(({ text }) => text).join(", ")}`),
    putBack: (text) => shown.push(`line: ${text}`),
  });
  const events = {
    entered: (text: string, show: () => void) => {
      show();
      given.push(`entered ${text}`);
    },
    nextMode: () => given.push("next mode"),
    leave: () => given.push("leave"),
    typed: (text: string) => given.push(`typed ${text}`),
    paths: async () => ["a.txt"],
  } as Partial<SurfaceEvents> as SurfaceEvents;
  return { early, events, shown, given };
}

it("hands what was entered on in order, and each line is printed once, when it is handed on", () => {
  const { early, events, shown, given } = story();
  early.entered("  ", () => shown.push("blank"));
  early.entered("first", () => shown.push("first"));
  early.nextMode();
  early.entered("second", () => shown.push("second"));
  expect(shown).toEqual(["waits: › first", "waits: › first, › second"]);
  expect(early.unsent).toEqual(["first", "second"]);
  early.handOver(events, "a draft");
  expect(given).toEqual(["entered first", "next mode", "entered second", "typed a draft"]);
  expect(shown.slice(2)).toEqual(["waits: ", "first", "second"]);
});

it("returns what waits to the line when it is stopped, and sends nothing of it", () => {
  const { early, events, shown, given } = story();
  expect(early.interrupt()).toBe(false);
  early.entered("first", () => shown.push("first"));
  early.entered("second", () => shown.push("second"));
  expect(early.interrupt()).toBe(true);
  expect(shown.slice(2)).toEqual(["waits: ", "line: first\n\nsecond"]);
  expect(early.unsent).toEqual([]);
  early.handOver(events, "first\n\nsecond");
  expect(given).toEqual(["typed first\n\nsecond"]);
});

it("leaves at once where nothing was entered, and else behind it", async () => {
  const empty = story();
  empty.early.leave();
  await expect(empty.early.left).resolves.toBeUndefined();
  const { early, events, given } = story();
  early.entered("first", () => undefined);
  early.leave();
  early.handOver(events, "");
  expect(given).toEqual(["entered first", "leave"]);
});

it("leaves also where the daemon was joined in that moment", () => {
  const { early, events, given } = story();
  early.leave();
  early.handOver(events, "");
  expect(given).toEqual(["leave"]);
});

it("lists the paths of the workspace when the daemon tells them", async () => {
  const { early, events } = story();
  const paths = early.paths();
  early.handOver(events, "");
  expect(await paths).toEqual(["a.txt"]);
});
