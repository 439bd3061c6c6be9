import { type CatalogLine, type EventBody, type SessionEvent, SessionId } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { contextLines } from "../../src/session-lines/context-lines.ts";
import { turnBegan } from "../../src/session-lines/turn-began.ts";
import { paintFor } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";

const paint = paintFor({ isTTY: false }, {});
const began: EventBody = { type: "turn.started", turnId: "t1", text: "Hello." };

const catalog: CatalogLine[] = [
  { kind: "skill", name: "pdf", line: "Fill and merge PDF forms" },
  { kind: "skill", name: "birds", line: "Name birds", omitted: "budget" },
  { kind: "skill", name: "bees", line: "Name bees", omitted: "budget" },
  { kind: "skill", name: "pdf", line: "", omitted: "name_taken" },
  { kind: "server", name: "files", line: "read_file, write_file" },
];

/** A session as it stands when its first turn begins. */
function stateWith(lines: readonly CatalogLine[], ...beside: EventBody[]) {
  const tool = (name: string) => ({ name, description: `Does ${name}.`, parameters: {} });
  const opened: EventBody = {
    type: "session.opened",
    sessionId: SessionId.parse("s00000001"),
    workspace: "/work",
    prefix: {
      system: "You help.",
      tools: [tool("read"), tool("shell"), ...(lines.length > 0 ? [tool("use")] : [])],
      reasoning: "send",
      ...(lines.length > 0 && { catalog: [...lines] }),
    },
    mode: "ask",
    version: "0.0.0",
  };
  return [opened, ...beside, began].map(stamped).reduce(evolve, emptySession);
}

it("tells what each tier of tools costs, and by what a session is over its budget", async () => {
  const say = await speaker("en");
  const lines = contextLines(stateWith(catalog), say);
  const tiers = lines.filter((line) => /^ {4}\S/.test(line)).map((line) => line.replaceAll(/\d+/g, "N"));
  expect(tiers.map((line) => line.trim().replaceAll(/ {2,}/g, "  "))).toEqual([
    "core tools  ~N  N tools",
    "skills and web  ~N  N line of ~N tokens at most",
    "servers  ~N  N line of ~N tokens at most",
  ]);
  const over =
    "Over the limit of skills and web (~600 tokens). Not in the prompt, but found by search: birds, bees";
  expect(lines).toContain(`  ${over}`);
  const here = { say, paint, typedHere: () => true };
  expect(turnBegan(began as never, stateWith(catalog), here)).toEqual([over]);
});

it("says nothing of tiers where there is but one", async () => {
  const say = await speaker("en");
  const state = stateWith([]);
  expect(contextLines(state, say).join("\n")).not.toMatch(/core tools|budget/);
  expect(turnBegan(began as never, state, { say, paint, typedHere: () => true })).toEqual([]);
});

it("tells which files were suggested beside a message, each with its reason", async () => {
  const lines = ["- src/sessions.py (line 2 defines: def sign)", "- src/tax.py (by its name)"];
  const files: EventBody = { type: "context.added", kind: "files", text: ["[Files]", ...lines].join("\n") };
  const state = stateWith([], files);
  for (const [language, heading] of [
    ["en", "Suggested files:"],
    ["zh-CN", "建议的文件："],
  ] as const) {
    const say = await speaker(language);
    const told = turnBegan(began as never, state, { say, paint, typedHere: () => true }).join("\n");
    expect(told.split("\n").map((line) => line.trim())).toEqual([heading, ...lines]);
  }
});

it("tells how full the window is of the model that answers now, whatever the log knows", async () => {
  const say = await speaker("en");
  const known = stamped({ type: "context.measured", used: 900, window: 8_000, source: "server" }, 2);
  const state = evolve(stateWith([]), known);
  expect(contextLines(state, say)[0]).toContain("of 8,000");
  expect(contextLines(state, say, { loaded: 4_000 })[0]).toContain("of 4,000");
});

it.each(["en", "zh-CN"] as const)(
  "at 40 columns no word of a sentence is lost, and rows are cut (%s)",
  async (language) => {
    const say = await speaker(language);
    const known = stamped({ type: "context.measured", used: 900, window: 8_000, source: "server" }, 2);
    const state = evolve(stateWith(catalog), known);
    const lines = contextLines(state, say, { columns: 40 });
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(40);
    const sentences = (all: readonly string[]) =>
      all
        .filter((line) => !/ {2}~?\d/.test(line))
        .join("")
        .replaceAll(" ", "");
    expect(sentences(lines)).toBe(sentences(contextLines(state, say)));
  },
);

function stamped(body: EventBody, index: number): SessionEvent {
  return { v: 1, seq: index + 1, at: "2026-01-01T00:00:00.000Z", body };
}
