import { callsTool, fakeTool, givenSession, says } from "@kestrel/core/testing";
import type { SessionEvent } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { type ExportItem, exportPiece, redactorHere } from "../../src/index.ts";

const key = `sk-${"a1B2".repeat(8)}`;

async function given() {
  const read = fakeTool({
    name: "read",
    risk: "read",
    run: async () => ({ outcome: "ok", content: '1\tDB_HOST="tiger stripes"\n2\tDEBUG=1\n' }),
  });
  const write = fakeTool({
    name: "write",
    risk: "read",
    run: async () => ({ outcome: "ok", content: "written" }),
  });
  const settings = { password: "hunter2 secret99", deep: { api_key: "zz9secretvalue77" }, pin: 431_188 };
  const session = await givenSession({
    replies: [
      [callsTool("read", { path: "config/.env" })],
      [callsTool("write", { path: "settings.json", content: JSON.stringify(settings) })],
      [says(`The host is tiger stripes, the key ${key}.`)],
    ],
    tools: [read, write],
  });
  await session.says(`My key is ${key}; read the settings.`);
  return { events: session.events, state: session.session.state() };
}

const itemsOf = (
  format: "markdown" | "jsonl",
  { events, state }: { events: readonly SessionEvent[]; state: SessionState },
): ExportItem[] =>
  format === "jsonl"
    ? events.map((event) => ({ kind: "event", event }))
    : [
        { kind: "title", title: state.title },
        ...[...state.timeline].map((entry): ExportItem => ({ kind: "entry", entry })),
      ];

it.each(["markdown", "jsonl"] as const)(
  "an export as %s leaves secrets out where that is asked, and says where they stand",
  async (format) => {
    const session = await given();
    const known = await redactorHere.secretsIn([...session.state.timeline]);
    const exported = (redact: boolean) =>
      itemsOf(format, session).map((item) => exportPiece(item, { redact, known }));
    const [whole, clean] = [exported(false), exported(true)];
    const text = (pieces: typeof whole) => pieces.map((piece) => piece.text).join("");
    const secrets = [key, "tiger stripes", "hunter2", "secret99", "zz9secretvalue77", "431188"];
    for (const secret of secrets) {
      expect(text(whole)).toContain(secret);
      expect(text(clean)).not.toContain(secret);
    }
    expect(text(clean)).toContain("settings.json");
    expect(whole.map(({ found, places }) => [found, places])).toEqual(
      clean.map(({ found, places }) => [found, places]),
    );
    for (const piece of clean) {
      const lines = piece.text.split("\n");
      expect(piece.lines).toBe(lines.length - 1);
      for (const one of piece.found) expect(lines[one.line]?.startsWith(one.text)).toBe(true);
    }
    expect(clean.reduce((sum, piece) => sum + piece.places, 0)).toBeGreaterThanOrEqual(4);
    if (format === "jsonl") for (const line of text(clean).split("\n").filter(Boolean)) JSON.parse(line);
  },
);

it("a block of code that holds two hundred thousand fences is one block", () => {
  const entry = {
    kind: "tool",
    tool: "write",
    arguments: "```\n".repeat(200_000),
    content: "ok",
  } as unknown as Extract<ExportItem, { kind: "entry" }>["entry"];
  const { text } = exportPiece({ kind: "entry", entry }, { redact: true, known: [] });
  expect(text).toContain("````\n```\n");
});

it("a question to the person is written with its answer, not as the call that it was", async () => {
  const entry = {
    kind: "tool",
    ...{ turnId: "t1", at: "", seq: 1, step: 1, callId: "c1", tool: "ask_user" },
    status: "ok",
    arguments: '{"question":"Red or blue?"}',
    question: { digest: "d", question: "Red or blue?", askedAt: "", end: "answered", text: "red" },
    ...{ changes: [], folded: false },
  } as const;
  const { text } = exportPiece({ kind: "entry", entry }, { redact: false, known: [] });
  expect(text).toBe("\n### ask_user\n\nRed or blue?\n\n> red\n");
});

it("a page shows the signs that would change what is seen without being seen", () => {
  const item: ExportItem = { kind: "title", title: "rm \u202ecod.exe\u200b <b>", as: "html" };
  expect(exportPiece(item, { redact: false, known: [] }).text).toBe(
    "<h1>rm ⟨U+202E⟩cod.exe⟨U+200B⟩ &lt;b&gt;</h1>\n",
  );
});
