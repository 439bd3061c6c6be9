import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SessionEvent, SessionId } from "../../packages/protocol/src/index.ts";
import { askSession, type DaemonClient, followEvents } from "../../packages/server/src/client/index.ts";
import { startLlamaServer } from "../engine/start-llama-server.ts";
import { testEngine } from "../machine.ts";
import { writeScriptedModel } from "../models/scripted-model.ts";
import { standardFiles, standardScripts } from "../models/standard-scripts.ts";
import { kestrelRun, startDaemon, withFolder } from "./built-program.ts";
import { atMost, notMeasured, type Row } from "./row.ts";

const turns = ["[[read]] first", "[[think]] then", "[[search]] at last"];

/** Tokens that a llama-server of one slot reads again although it had them, over three turns with tools. */
export async function measureWaste(): Promise<Row[]> {
  const engine = testEngine;
  if (engine === undefined) return [notMeasured("wasted prefill, three turns", "needs a llama-server")];
  return withFolder(async (folder) => {
    const model = join(folder, "scripted.gguf");
    await writeScriptedModel(model, standardScripts);
    const measured: Row[] = [];
    for (const [how, run] of [
      ["in one process", inOneProcess],
      ["in one process per turn", inOneProcessPerTurn],
    ] as const) {
      const place = join(folder, how.replaceAll(" ", "-"));
      await mkdir(join(place, "workspace"), { recursive: true });
      for (const [name, text] of Object.entries(standardFiles)) {
        if (!name.includes("/")) await writeFile(join(place, "workspace", name), text);
      }
      const server = await startLlamaServer(engine, model);
      try {
        const { wasted, requests, prompt } = wasteOf(await run(place, server.url));
        const note = `${requests} requests, ${prompt} tokens at last`;
        measured.push(atMost(`wasted prefill, three turns ${how}`, wasted, 0, "tokens", note));
      } finally {
        await server.stop();
      }
    }
    return measured;
  });
}

async function inOneProcess(folder: string, url: string): Promise<SessionEvent[]> {
  const daemon = await startDaemon(["--url", url], folder);
  try {
    const body = { workspace: join(folder, "workspace") };
    const { session } = await daemon.client.call("openSession", { body });
    for (const text of turns) await turnOf(daemon.client, session.id, daemon, text);
    return await eventsOf(session.id, daemon);
  } finally {
    await daemon.stop();
  }
}

async function inOneProcessPerTurn(folder: string, url: string): Promise<SessionEvent[]> {
  const heard: SessionEvent[] = [];
  for (const [index, text] of turns.entries()) {
    const again = index === 0 ? [] : ["-c"];
    const out = await kestrelRun(
      [...again, "--jsonl", text, "--url", url],
      folder,
      join(folder, "workspace"),
    );
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string } & SessionEvent);
    heard.push(...lines.filter(({ type }) => type === "event"));
  }
  return heard;
}

type Address = { url: string; token: string };

async function turnOf(client: DaemonClient, id: SessionId, address: Address, text: string): Promise<void> {
  const { turnId } = await askSession(client, id, { type: "send-message", text });
  await heardUntil(id, address, ({ body }) => body.type === "turn.ended" && body.turnId === turnId);
}

const eventsOf = (id: SessionId, address: Address) => {
  let ended = 0;
  return heardUntil(id, address, ({ body }) => body.type === "turn.ended" && ++ended === turns.length);
};

/** The log from its beginning to the first event that fits. */
async function heardUntil(
  session: SessionId,
  { url, token }: Address,
  fits: (event: SessionEvent) => boolean,
): Promise<SessionEvent[]> {
  const leave = new AbortController();
  const heard: SessionEvent[] = [];
  let over = false;
  const onEvent = (event: SessionEvent) => {
    if (over) return;
    heard.push(event);
    over = fits(event);
    if (over) leave.abort();
  };
  await followEvents({ baseUrl: url, token, session, signal: leave.signal, onEvent, onFrame: () => {} });
  return heard;
}

/** A request could have found the prompt and the reply before it, but for one token that is always read again. */
function wasteOf(events: readonly SessionEvent[]): { wasted: number; requests: number; prompt: number } {
  const usages = events.flatMap(({ body }) =>
    body.type === "reply.completed" && body.usage ? [body.usage] : [],
  );
  let wasted = 0;
  let reachable = 0;
  for (const { prompt, cached = 0, generated = 0 } of usages) {
    if (prompt === undefined) throw new Error("a reply does not say how long its prompt was");
    if (reachable > 0) wasted += reachable - cached;
    reachable = prompt + generated - 1;
  }
  return { wasted, requests: usages.length, prompt: usages.at(-1)?.prompt ?? 0 };
}
