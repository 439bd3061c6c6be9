import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { render } from "@kestrel/core";
import { emptySession, evolve } from "@kestrel/session-state";
import { describe, expect, it, onTestFinished } from "vitest";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { allowOnce, bodiesOf, openTestSession } from "../daemon/test-session.ts";
import { testEngine } from "../machine.ts";
import { notesAsked } from "../models/book-scripts.ts";
import { callsTool, markerOf, type Scripts } from "../models/scripted/script.ts";
import { kestrel, kestrelHome } from "../terminal/kestrel-home.ts";

const parts = 9;
const fact = "The lamp of the harbour is lit at 19:42";
const plan = [
  { text: "read the parts", done: false },
  { text: "write lamp.txt", done: false },
];

const scripts: Scripts = {
  plan: { replies: [callsTool("todo", { items: plan }), callsTool("read", { path: "book/1.txt" })] },
  ...Object.fromEntries(
    Array.from({ length: parts - 1 }, (_, at) => [
      `p${at + 2}`,
      callsTool("read", { path: `book/${at + 2}.txt` }),
    ]),
  ),
  notes: {
    heard: notesAsked,
    says: `## Task\nRead the harbour book and write lamp.txt with the time.\n## Files\nbook/1.txt says: ${fact}.\n## Next steps\nRead on, then write lamp.txt.`,
  },
  "write-it": {
    replies: [
      callsTool("write", { path: "lamp.txt", content: `${fact}.\n` }),
      callsTool("todo", { items: plan.map(({ text }) => ({ text, done: true })) }),
      { says: "The time stands in lamp.txt now." },
    ],
  },
};

const files = Object.fromEntries(
  Array.from({ length: parts }, (_, at) => {
    const lines = Array.from(
      { length: 45 },
      (_, line) => `page ${at + 1}, line ${line + 1}: it rained on the harbour.`,
    );
    const next = markerOf(at + 1 < parts ? `p${at + 2}` : "write-it");
    return [
      `book/${at + 1}.txt`,
      `${at === 0 ? fact : "Nothing new"}.\n${lines.join("\n")}\nGo on with ${next}\n`,
    ];
  }),
);

describe.skipIf(testEngine === undefined)("a window of 4k on a real llama-server", () => {
  it("is refused before anything is said, with the arithmetic and the fix, and what the fix says helps", async () => {
    const home = await kestrelHome({ scripts: { plain: { says: "So it is." } } });
    const asked = (window: string) =>
      kestrel(home, ["run", "--model", home.model, "--window", window, "[[plain]]"]);
    const refused = await asked("4096");
    expect(refused.code).toBe(3);
    expect(refused.err).toMatch(
      /window of 4,?096 tokens is too small: a session needs [\d,]+, of which its fixed prompt takes [\d,]+/,
    );
    const fix = /Set a larger one: --window (\d+)/.exec(refused.err)?.[1] ?? "";
    expect(await asked(fix)).toMatchObject({ code: 0, out: expect.stringContaining("So it is.") });
  });
});

describe("a window of 4k that somebody else loaded", () => {
  it("is refused with where it is widened, and no flag of Kestrel's that would not", async () => {
    const loaded = {
      object: "list",
      data: [{ id: "qwen3-8b", type: "llm", state: "loaded", loaded_context_length: 4096 }],
    };
    const studio = createServer((request, response) => {
      const isKnown = request.url === "/api/v0/models";
      response.writeHead(isKnown ? 200 : 404, { "content-type": "application/json" });
      response.end(JSON.stringify(isKnown ? loaded : {}));
    });
    await new Promise<void>((resolve) => studio.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void studio.close());
    const home = await kestrelHome({});
    const url = `http://127.0.0.1:${(studio.address() as AddressInfo).port}`;
    const { code, err } = await kestrel(home, ["run", "hi", "--url", url, "--window", "32768"]);
    expect(code).toBe(3);
    expect(err).toContain("window of 4096 tokens is too small");
    expect(err).toContain("LM Studio loads the model with this window");
    expect(err).not.toMatch(/--window|demo = true/);
  });
});

describe.skipIf(testEngine === undefined)("a window of 8k on a real llama-server", () => {
  it("holds a short task: room is made, the list of steps and the task survive, and what was read first is known", async () => {
    const daemon = await startTestDaemon({ scripts, files, window: 8_192 });
    const session = await openTestSession(daemon);
    const task = "Read the harbour book and write lamp.txt with the time the lamp is lit.";
    const events = await session.turn(`${task} [[plan]]`, allowOnce);
    expect(bodiesOf(events, "turn.ended")).toMatchObject([{ reason: "done" }]);
    expect(readFileSync(join(daemon.workspace, "lamp.txt"), "utf8")).toBe(`${fact}.\n`);

    const compacted = bodiesOf(events, "context.compacted");
    expect(compacted.length).toBeGreaterThan(0);
    expect(compacted[0]).toMatchObject({ why: "window", by: "model" });
    const at = events.findIndex(({ body }) => body.type === "context.compacted");
    const { messages } = render(events.slice(0, at + 1).reduce(evolve, emptySession));
    const shown = messages.map(({ content }) => content).join("\n");
    for (const known of [task, fact, "[ ] write lamp.txt"]) expect(shown).toContain(known);

    // Every request fitted, and the notes cost their request and no more.
    for (const { usage, purpose } of bodiesOf(events, "reply.completed")) {
      expect(usage?.prompt).toBeLessThan(8_192);
      if (purpose) expect((usage?.prompt ?? 0) - (usage?.cached ?? 0)).toBeLessThan(400);
    }
  });
});
