import { type Host, openSession } from "@kestrel/core";
import { bareOpening, fakeTool, memoryEventLog, stillHost } from "@kestrel/core/testing";
import type { EventBody } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { createBackend } from "../../src/index.ts";
import { FakeModelServer, type Heard, type Performance } from "../fake-model-server.ts";
import { fixture } from "../fixture.ts";
import { type Kind, type Scene, wordsOf } from "./scene.ts";

/** What came of a scene, and of the next message in the same session. */
export type Outcome = {
  requests: number;
  end: Extract<EventBody, { type: "turn.ended" }>;
  said: string;
  thought: string;
  ran: string[];
  rejected: number;
  nextEnd: Extract<EventBody, { type: "turn.ended" }>;
  state: SessionState;
  heard: readonly Heard[];
};

/** A whole turn with a real backend against a server that plays the scene, and one more message to a server that is well again. */
export async function playScene(scene: Scene, kind: Kind): Promise<Outcome> {
  const server = await FakeModelServer.start();
  tellFacts(server, kind);
  const plays = typeof scene.plays === "function" ? scene.plays(kind) : scene.plays;
  for (const performance of plays) server.plays(performance);
  const last = plays.at(-1);
  server.otherwise(
    scene.forEver && last ? () => last : (heard) => scene.judges?.(heard) ?? good(kind, heard),
  );
  const { session, ran } = await openFor(scene, kind, server);
  const all: EventBody[] = [];
  session.watch((news) => {
    if (news.kind === "event") all.push(news.event.body);
  });
  try {
    if (scene.away === "always") await server.goesAway();
    await session.apply({ opId: "t1", type: "send-message", text: "What is in a.txt?" }, "t1");
    await session.settled();
    const bodies = [...all];
    const requests = server.chats.length;
    if (scene.away === "always") await server.comesBack();
    server.otherwise((heard) => scene.judges?.(heard) ?? good(kind, heard));
    await session.apply({ opId: "t2", type: "send-message", text: "Go on." }, "t2");
    await session.settled();
    return {
      requests,
      end: endOf(bodies),
      said: bodies.reduce(lastWords, ""),
      thought: bodies.map((body) => (body.type === "reply.reasoning" ? body.text : "")).join(""),
      ran: [...ran],
      rejected: bodies.filter((body) => body.type === "tool.finished" && body.outcome === "rejected").length,
      nextEnd: endOf(all),
      state: session.state(),
      heard: server.chats,
    };
  } finally {
    await session.close();
    await server.stop();
  }
}

/** The server is back before the third request. Milliseconds. */
const secondPause = 2_000;

/** How often a wait is told. Milliseconds. */
const tick = 1_000;

async function openFor(scene: Scene, kind: Kind, server: FakeModelServer) {
  const ran: string[] = [];
  const still = stillHost();
  /** What was waited for the server, in milliseconds: one that stays away is given up by the clock. The ticks that tell of it are not counted. */
  let waited = 0;
  const host: Host = {
    ...still,
    now: () => still.now() + (scene.away === "always" ? waited : 0),
    wait: async (ms, cancel) => {
      if (ms !== tick) waited += ms;
      if (ms === secondPause && scene.away === "a while") await server.comesBack();
      await still.wait(ms, cancel);
    },
  };
  const note = (name: string) => (args: Readonly<Record<string, unknown>>) => {
    ran.push(`${name} ${JSON.stringify(args)}`);
    return { outcome: "ok" as const, content: `${name}: some text` };
  };
  const path = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
  const read = note("read");
  const tools = [
    fakeTool({
      name: "read",
      risk: "read",
      parameters: path,
      run: async (args) => {
        const result = read(args);
        if (scene.away === "a while") await server.goesAway();
        return result;
      },
    }),
    fakeTool({ name: "list", risk: "read", run: note("list") }),
  ];
  const log = memoryEventLog();
  const endpoint = { kind, own: true, url: server.url, model: "m" } as const;
  const session = await openSession({
    log,
    agent: {
      backend: createBackend(endpoint, { silenceLimit: scene.silenceLimit, loadingLimit: 0 }),
      tools,
      host,
      limits: { maxSteps: 12 },
    },
    opening: bareOpening,
  });
  return { session, ran };
}

/** A server that is well: words, or a call where only a call in JSON is wanted. */
function good(kind: Kind, { body }: Heard): Performance {
  const asked = JSON.parse(body);
  const form = asked.response_format ?? asked.format;
  return wordsOf(kind, form ? '{"name":"nothing","arguments":{}}' : "All done.");
}

function tellFacts(server: FakeModelServer, kind: Kind): void {
  switch (kind) {
    case "llama-cpp":
      server.answers("GET /props", fixture("llama-props.json"));
      server.answers("GET /v1/models", fixture("llama-models.json"));
      break;
    case "openai":
      server.answers("GET /v1/models", { data: [{ id: "m", max_model_len: 32_768 }] });
      break;
    case "lm-studio":
      server.answers("GET /api/v1/models", {
        models: [{ key: "m", loaded_instances: [{ id: "m", config: { context_length: 32_768 } }] }],
      });
      break;
    case "ollama":
      server.answers("GET /api/ps", { models: [{ name: "m:latest", context_length: 32_768 }] });
      server.answers("POST /api/show", { capabilities: ["completion", "tools", "thinking"] });
      break;
    default:
      kind satisfies never;
  }
}

function endOf(bodies: readonly EventBody[]): Extract<EventBody, { type: "turn.ended" }> {
  const end = bodies.findLast((body) => body.type === "turn.ended");
  if (!end) throw new Error("the turn never ended");
  return end;
}

/** The words of the newest reply; what replaced them counts. */
function lastWords(said: string, body: EventBody): string {
  if (body.type === "request.sent") return "";
  if (body.type === "reply.text") return said + body.text;
  return body.type === "reply.completed" ? (body.text ?? said) : said;
}
