import { createBackend } from "@kestrel/backends";
import { render, replyRequest } from "@kestrel/core";
import type { SessionEvent } from "@kestrel/protocol";
import { emptySession, evolve } from "@kestrel/session-state";
import { afterEach, describe, expect, it } from "vitest";
import { FakeModelServer } from "../../packages/backends/test/fake-model-server.ts";
import { startTestDaemon } from "../daemon/start-daemon.ts";
import { allowOnce, bodiesOf, openTestSession } from "../daemon/test-session.ts";

const steps = 200;
const stepsInTurn = 25;

type Chat = { messages: { role: string; content: string }[] };

/** What a llama-server streams, as its README and its source have it; counters as of one that keeps everything. */
class KeepingServer {
  readonly bodies: string[] = [];
  #held = 0;

  constructor(server: FakeModelServer) {
    server.answers("GET /props", {
      default_generation_settings: { n_ctx: 262_144, params: { temperature: 0.8 } },
      total_slots: 1,
      model_alias: "recording",
      chat_template: "{{ reasoning_content }}",
      chat_template_caps: { supports_tools: true, supports_preserve_reasoning: true },
      build_info: "b1-test",
      media_marker: "<__media_recording__>",
    });
    server.answers("GET /v1/models", { data: [{ id: "recording", meta: { n_ctx: 262_144 } }] });
    server.answers("POST /tokenize", { tokens: [1, 2, 3] });
    server.otherwise(({ body }) => {
      this.bodies.push(body);
      return this.#replyTo(this.bodies.length, body);
    });
  }

  #replyTo(request: number, body: string): { body: string; ending?: "stay" } {
    const { messages } = JSON.parse(body) as Chat;
    const lastOfTurn = request % stepsInTurn === 0;
    const words = [delta({ reasoning_content: `Step ${request}, "quoted" and\nbroken 思考.` })];
    if (request === 60)
      return { body: [...words, delta({ content: "I was just about" })].join(""), ending: "stay" };
    if (lastOfTurn) words.push(delta({ content: `That was it, after ${request} steps. 完成` }));
    else if (request % 9 === 4) words.push(callOf("shell", { command: `env echo ${request}` }));
    else
      words.push(
        delta({ content: `Next, number ${request}. \n` }),
        callOf("read", { path: `notes/${request}.txt` }),
      );
    const prompt = Math.ceil(JSON.stringify(messages).length / 4);
    const cached = Math.min(prompt - 1, this.#held);
    const generated = 30;
    this.#held = prompt + generated - 1;
    const ended = { finish_reason: lastOfTurn ? "stop" : "tool_calls", index: 0, delta: {} };
    const usage = { prompt_tokens: prompt, completion_tokens: generated };
    const timings = {
      cache_n: cached,
      prompt_n: prompt - cached,
      prompt_ms: 5,
      predicted_n: generated,
      predicted_ms: 9,
    };
    words.push(event({ choices: [ended] }), event({ choices: [], usage, timings }), "data: [DONE]\n\n");
    return { body: words.join("") };
  }
}

const event = (chunk: object) => `data: ${JSON.stringify({ id: "chatcmpl-1", ...chunk })}\n\n`;
const delta = (words: object) => event({ choices: [{ index: 0, finish_reason: null, delta: words }] });
const callOf = (name: string, args: object) => {
  const call = { index: 0, id: "x", type: "function", function: { name, arguments: JSON.stringify(args) } };
  return delta({ tool_calls: [call] });
};

const servers: FakeModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
async function start(): Promise<FakeModelServer> {
  const server = await FakeModelServer.start();
  servers.push(server);
  return server;
}

/** Asks a second server everything that the log says the first was asked. */
async function replayed(log: readonly SessionEvent[], limits: { maxSteps: number }): Promise<string[]> {
  const server = await start();
  const { bodies } = new KeepingServer(server);
  const backend = createBackend({ kind: "llama-cpp", url: server.url, model: "recording" });
  await backend.facts();
  const enough = new AbortController();
  let state = emptySession;
  for (const event of log) {
    state = evolve(state, event);
    const { body } = event;
    if (body.type !== "request.sent") continue;
    const wanted = { callFormat: body.callFormat };
    const stopping = AbortSignal.any([enough.signal, AbortSignal.timeout(20_000)]);
    const heard = bodies.length;
    for await (const _ of backend.reply(render(state), replyRequest(state, wanted, limits), stopping))
      if (bodies.length > heard) break;
  }
  return bodies;
}

describe("a session of 200 steps", () => {
  it("asks from its log, byte for byte, what it asked: with steering, denials and a stop in it", async () => {
    const server = await start();
    const kept = new KeepingServer(server);
    const names = Array.from({ length: steps }, (_, index) => index + 1);
    const files = Object.fromEntries(
      names.map((name) => [`notes/${name}.txt`, `note ${name} — 第${name}页\n`]),
    );
    const daemon = await startTestDaemon({ connect: server.url, files });
    const session = await openTestSession(daemon);
    let asked = 0;
    for (let turn = 1; kept.bodies.length < steps; turn++) {
      const events = session.turn(`Turn ${turn}: read on.`, (question) => {
        asked++;
        if (asked % 3 !== 0) return allowOnce(question);
        const { callId, digest } = question;
        return { type: "deny", callId, digest, reason: "not now" };
      });
      const begun = session.lastSeq();
      if (turn === 3) {
        await session.untilFrame((frame) => frame.type === "text" && frame.delta.includes("just about"));
        await session.send({ type: "cancel" });
      } else {
        await session.until("tool.started", begun);
        await session.send({ type: "send-message", text: `By the way, this is ${turn}.` });
      }
      await events;
    }
    expect(kept.bodies.length).toBeGreaterThanOrEqual(steps);
    expect(bodiesOf(session.events, "turn.ended").map(({ reason }) => reason)).toContain("cancelled");
    expect(bodiesOf(session.events, "approval.resolved").map(({ decision }) => decision)).toContain("denied");
    const steered = bodiesOf(session.events, "context.added").filter(({ kind }) => kind === "steering");
    expect(steered.length).toBeGreaterThan(3);
    expect(
      bodiesOf(session.events, "cache.missed").filter(({ expected, cached }) => cached < expected - 40),
    ).toEqual([]);

    const { events } = await daemon.client.call("readLog", { params: { id: session.id } });
    const again = await replayed(events, { maxSteps: 40 });
    expect(again.length).toBe(kept.bodies.length);
    for (const [index, body] of again.entries())
      expect(body, `request ${index + 1}`).toBe(kept.bodies[index]);
  });
});
