import type { Setting } from "@kestrel/protocol/api";
import { expect, it } from "vitest";
import { Alerts } from "../../src/repl/alerts.ts";
import { terminalSettings } from "../../src/repl/terminal-settings.ts";
import { inked, setTheme, toTerminal } from "../../src/terminal/to-terminal.ts";

const wanted = (values: Record<string, string | string[]>) =>
  terminalSettings(
    Object.entries(values).map(([key, value]): Setting => ({ key, value, origin: "user" as const })),
  );

function story(values: Record<string, string>, environment: NodeJS.ProcessEnv = {}) {
  let written = "";
  let now = 0;
  const alerts = new Alerts((text) => (written += text), { environment, clock: () => now });
  alerts.configure(wanted(values));
  return {
    alerts,
    passes: (ms: number) => (now += ms),
    taken: () => {
      const all = written;
      written = "";
      return all;
    },
  };
}

it("rings where a question waits and where a long turn is over, and not for a short one", () => {
  const { alerts, passes, taken } = story({ "terminal.bell": "on" });
  alerts.stands("works", "a", "works");
  passes(9_000);
  alerts.stands("rests", "a", "done");
  expect(taken()).toBe("");
  alerts.stands("works", "a", "works");
  alerts.stands("asks", "a", "needs you");
  expect(taken()).toBe("\x07");
  alerts.stands("asks", "a", "needs you");
  alerts.stands("works", "a", "works");
  passes(11_000);
  expect(taken()).toBe("");
  alerts.stands("rests", "a", "done");
  expect(taken()).toBe("\x07");
});

it("notifies by OSC 9, through tmux where it stands in one, and lets no title write anything else", () => {
  const hostile = "a\x07\x1b]52;c;eA==\x07";
  const bare = story({ "terminal.notify": "on" });
  bare.alerts.stands("asks", hostile, "Kestrel needs you");
  expect(bare.taken()).toBe("\x1b]9;Kestrel needs you: a⟨U+0007⟩⟨U+001B⟩]52;c;eA==⟨U+0007⟩\x07");
  const inTmux = story({ "terminal.notify": "on" }, { TMUX: "/tmp/t,1,0" });
  inTmux.alerts.stands("asks", "a", "x");
  expect(inTmux.taken()).toBe("\x1bPtmux;\x1b\x1b]9;x: a\x07\x1b\\");
});

it("shows in the title what the session is about, and gives back the one before", () => {
  const { alerts, taken } = story({ "terminal.title": "on" });
  alerts.stands("works", "fix it", "");
  expect(taken()).toBe("\x1b[22;2t\x1b]2;… fix it\x07");
  alerts.stands("asks", "fix it", "");
  alerts.stands("rests", "fix it", "");
  expect(taken()).toBe("\x1b]2;? fix it\x07\x1b]2;fix it\x07");
  alerts.close();
  expect(taken()).toBe("\x1b[23;2t");
});

it("says nothing where nothing is wanted, or nothing is known yet", () => {
  const { alerts, taken } = story({ "terminal.title": "off" });
  alerts.stands("asks", "a", "x");
  alerts.close();
  expect(taken()).toBe("");
});

it("colours for the background that is there, or not at all", () => {
  const shown = () => toTerminal(inked("cyan", "a") + inked("bold", "b"));
  try {
    expect(shown()).toBe("\x1b[36ma\x1b[39m\x1b[1mb\x1b[22m");
    setTheme("light");
    expect(shown()).toBe("\x1b[34ma\x1b[39m\x1b[1mb\x1b[22m");
    setTheme("none");
    expect(shown()).toBe("a\x1b[1mb\x1b[22m");
  } finally {
    setTheme("dark");
  }
});

it("binds more keys to what can be bound, and never one that stops, leaves or sends", () => {
  const keys = [
    "mode=ctrl+t",
    "editor=alt+e",
    "all=pageup",
    "mode=ctrl+c",
    "clear=ctrl+m",
    "stop=ctrl+x",
    "x",
  ];
  expect([...wanted({ "terminal.keys": keys }).keys]).toEqual([
    ["ctrl+t", "shift+tab"],
    ["alt+e", "ctrl+g"],
    ["pageup", "ctrl+o"],
  ]);
  expect([...wanted({ "terminal.status": ["time", "model"] }).status]).toEqual(["model", "time"]);
  expect(wanted({}).status.size).toBe(5);
});
