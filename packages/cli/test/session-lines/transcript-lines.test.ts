import { type EventBody, type EventOf, type SessionEvent, SessionId } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { replayLastTurn, transcriptLines } from "../../src/session-lines/transcript-lines.ts";
import { paintFor } from "../../src/terminal/style.ts";
import { readSurface } from "../repl/read-surface.ts";

const call = { turnId: "t1", callId: "c1" };
const asked: EventBody[] = [
  {
    type: "session.opened",
    sessionId: SessionId.parse("s00000001"),
    workspace: "/work",
    prefix: { system: "", tools: [], reasoning: "send" },
    mode: "ask",
    version: "0.0.0",
  },
  { type: "turn.started", turnId: "t1", text: "Remove x." },
  {
    type: "tool.requested",
    ...call,
    step: 1,
    tool: "shell",
    arguments: "{}",
    subject: { commands: ["rm x"] },
  },
  { type: "approval.requested", ...call, digest: "d", risk: "destructive", reasons: ["may_destroy"] },
];

it("says nothing yet of a call that waits, and what became of it when it has ended", async () => {
  const say = await speaker("en");
  const lines = (bodies: readonly EventBody[]) =>
    transcriptLines(bodies.map(stamped), say, paintFor({ isTTY: false }, {})).join("\n");
  expect(lines(asked)).toContain("Remove x.");
  expect(lines(asked)).not.toContain("rm x");
  const denied: EventBody = { type: "tool.finished", ...call, outcome: "denied", content: "No." };
  expect(lines([...asked, denied])).toContain("✗ $ rm x  denied");
});

it("tells what the person said within a turn, and keeps what is the model's alone to the model", async () => {
  const added = (kind: EventOf<"context.added">["kind"], text: string): EventBody => ({
    type: "context.added",
    kind,
    text,
  });
  const denied: EventBody = { type: "tool.finished", ...call, outcome: "denied", content: "No." };
  const bodies = [
    ...asked,
    denied,
    added("reminder", "You called nothing yet."),
    added("prompt", "Plan first."),
    added("steering", "Leave x alone."),
  ];
  const say = await speaker("en");
  const lines = transcriptLines(bodies.map(stamped), say, paintFor({ isTTY: false }, {}));
  expect(lines.slice(-2)).toEqual(["✗ $ rm x  denied", "› Leave x alone."]);
  expect(lines.join("\n")).not.toMatch(/called nothing|Plan first/);
});

function stamped(body: EventBody, index: number): SessionEvent {
  return { v: 1, seq: index + 1, at: "2026-01-01T00:00:00.000Z", body };
}

it("leaves the letters of a reply as they came: marks beside CJK, TeX, lines from right to left, Markdown in a fence", async () => {
  const say = await speaker("en");
  const paragraphs = [
    "**注意：**请使用**`npm ci`**。",
    String.raw`Let \(a_1 * b_2\) be $x^*$ and \[\frac{a}{b} \\\].`,
    "זהו **משפט** בעברית עם `npm test`.",
    "- ثم اقرأ **الملف** بعناية",
    "```markdown\n# Title\n\n```bash\nnpm i\n```\n\nEnd.\n```",
  ];
  const text = paragraphs.join("\n\n");
  const said: EventBody[] = [
    ...asked.slice(0, 2),
    { type: "request.sent", turnId: "t1", step: 1, messages: 2, added: [], tools: "" },
    { type: "reply.text", turnId: "t1", step: 1, offset: 0, text },
    { type: "reply.completed", turnId: "t1", step: 1, finish: "stop" },
    { type: "turn.ended", turnId: "t1", reason: "done" },
  ];
  const lines = transcriptLines(said.map(stamped), say, paintFor({ isTTY: false }, {}));
  expect(lines.join("\n")).toContain(text);
});

it("a session is joined with its last turn laid out as it was: the model's words streamed, notices broken between words", async () => {
  const say = await speaker("en");
  const bodies: EventBody[] = [
    ...asked.slice(0, 2),
    { type: "request.sent", turnId: "t1", step: 1, messages: 2, added: [], tools: "" },
    { type: "reply.text", turnId: "t1", step: 1, offset: 0, text: "I know **nothing** of it" },
  ];
  const shown = (all: readonly EventBody[]) => {
    const surface = readSurface();
    const told: string[] = [];
    surface.tell = (text) => void told.push(text);
    const state = all.map(stamped).reduce(evolve, emptySession);
    replayLastTurn(state, surface, say, paintFor({ isTTY: false }, {}));
    return { printed: surface.lines, told };
  };
  // It is spoken yet: whoever speaks it shows it once.
  expect(shown(bodies).printed).toEqual(["", "› Remove x."]);
  const stopped = shown([
    ...bodies,
    { type: "reply.completed", turnId: "t1", step: 1, text: "I know **nothing** of it", finish: "cancelled" },
    { type: "turn.ended", turnId: "t1", reason: "cancelled" },
  ]);
  expect(stopped.printed).toEqual(["", "› Remove x.", "", "I know **nothing** of it"]);
  expect(stopped.told).toEqual(["Stopped."]);
});
