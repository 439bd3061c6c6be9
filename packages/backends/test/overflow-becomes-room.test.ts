import { openSession } from "@kestrel/core";
import { fakeTool, memoryEventLog, stillHost } from "@kestrel/core/testing";
import { type EventBody, SessionId } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { failedByAnswer } from "../src/errors/failed-by-answer.ts";
import { createBackend } from "../src/index.ts";
import { FakeModelServer } from "./fake-model-server.ts";
import { callOf, errorOf, everyKind, type Kind, wordsOf } from "./torture/scene.ts";
import { overflows } from "./torture/scenes/refusals.ts";

const notes =
  "## Task\nRead the parts and say what is in them.\n## Next steps\nRead the output that was held back, then answer.";

/** Three reads of about 2,500 tokens, then the server refuses once, in its own words. The server never told its window. */
async function refusedAfterReads(kind: Kind, message: string, more: object = {}) {
  const server = await FakeModelServer.start();
  for (const part of ["a", "b", "c"]) server.plays(callOf(kind, "read", { path: `${part}.txt` }));
  server.plays(errorOf(400, message, more));
  server.plays(wordsOf(kind, notes));
  server.otherwise(() => wordsOf(kind, "All done."));
  if (kind === "ollama") server.answers("POST /api/show", { capabilities: ["completion", "tools"] });
  const read = fakeTool({
    name: "read",
    risk: "read",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    run: ({ path }) => ({ outcome: "ok", content: `${path}\n${"word ".repeat(2_000)}` }),
  });
  const session = await openSession({
    log: memoryEventLog(),
    agent: {
      backend: createBackend({ kind, url: server.url, model: "m" }),
      tools: [read],
      host: stillHost(),
      limits: { maxSteps: 9 },
    },
    opening: {
      sessionId: SessionId.parse("s00000001"),
      workspace: "/w",
      mode: "ask",
      machine: "",
      version: "0",
    },
  });
  const bodies: EventBody[] = [];
  session.watch((news) => {
    if (news.kind === "event") bodies.push(news.event.body);
  });
  try {
    await session.apply(
      { opId: "t1", type: "send-message", text: "Read the parts and say what is in them." },
      "t1",
    );
    await session.settled();
    return { bodies, state: session.state(), requests: server.chats.length };
  } finally {
    await session.close();
    await server.stop();
  }
}

/** As they are told; in a window of 2,048 no session could go on. */
const shapes = overflows.map(([who, message, more]) => {
  if (who !== "llama-server") return { who, message, more };
  const words = message.replace("2048", "8192");
  return { who, message: words, more: { ...more, n_ctx: 8_192 } };
});

describe.each(everyKind)("a refusal for lack of room, by a server of the kind %s", (kind) => {
  it.each(shapes)("in the words of $who becomes notes and one more request", async ({ message, more }) => {
    const { bodies, state, requests } = await refusedAfterReads(kind, message, more);
    expect(bodies.findLast(({ type }) => type === "turn.ended")).toMatchObject({ reason: "done" });
    const [compacted] = bodies.flatMap((body) => (body.type === "context.compacted" ? [body] : []));
    expect(compacted).toMatchObject({ why: "overflow" });
    // Ollama does not say what its last prompt cost: where an estimate leaves no room, no notes are asked for.
    const asked = compacted?.refused !== "no_room";
    expect(compacted?.by).toBe(asked ? "model" : "rules");
    expect(asked || kind === "ollama").toBe(true);
    expect(requests).toBe(asked ? 6 : 5);
    const { n_ctx: named } =
      failedByAnswer(400, JSON.stringify({ error: { message, ...more } })).failure.params ?? {};
    expect(state.window).toBe(named);
  });
});
