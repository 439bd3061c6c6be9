import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Frame, SessionEvent } from "../../packages/protocol/src/index.ts";
import { askSession } from "../../packages/server/src/client/index.ts";
import { type BenchDaemon, startDaemon, withFolder } from "./built-program.ts";
import { atMost, quantile, type Row } from "./row.ts";
import { startWordServer } from "./word-server.ts";

const clients = 50;
const words = 500;
const warmUp = 100;
const pauseMs = 10;
/** Every word has this length, so that an offset tells which word it is. */
const wordLength = 8;

/** From the moment a model server writes a word to the moment each of 50 streams has it. All clocks are one. Milliseconds. */
export function measureStream(): Promise<Row[]> {
  return withFolder(async (folder) => {
    const written: number[] = [];
    const server = await startWordServer(async (say) => {
      for (let word = 0; word < words; word += 1) {
        written.push(performance.now());
        say(`word${String(word).padStart(3, "0")} `);
        await sleep(pauseMs);
      }
    });
    const daemon = await startDaemon(["--url", server.url], folder);
    try {
      const { session } = await daemon.client.call("openSession", { body: { workspace: folder } });
      const streams = Array.from({ length: clients }, () => openStream(daemon, session.id));
      await Promise.all(streams.map(({ caughtUp }) => caughtUp));
      await askSession(daemon.client, session.id, { type: "send-message", text: "go" });
      await Promise.all(streams.map(({ over }) => over));
      const latencies = streams.flatMap(({ pieces }) => latenciesIn(pieces, written));
      const note = `${clients} streams, ${latencies.length.toLocaleString("en")} deliveries`;
      return [
        atMost("a word through the daemon to a stream, median", quantile(latencies, 0.5), 1.5, "ms", note),
        atMost("  99 of 100", quantile(latencies, 0.99), 5, "ms"),
      ];
    } finally {
      await daemon.stop();
      await server.close();
    }
  });
}

type Piece = { at: number; text: string };

/** Notes when something came; it is read when all is over, or 50 readers would wait for each other. */
function openStream({ url, token }: BenchDaemon, session: string) {
  const pieces: Piece[] = [];
  let tail = "";
  let arrived = () => {};
  let ended = () => {};
  const caughtUp = new Promise<void>((resolve) => (arrived = resolve));
  const over = new Promise<void>((resolve) => (ended = resolve));
  const headers = { authorization: `Bearer ${token}` };
  const asked = request(`${url}/api/v1/events?session=${session}`, { agent: false, headers }, (answer) => {
    answer.setEncoding("utf8").on("data", (text: string) => {
      pieces.push({ at: performance.now(), text });
      // A word that was cut in two is looked for as well.
      const recent = tail + text;
      tail = text.slice(-20);
      if (recent.includes('"snapshot"')) arrived();
      if (!recent.includes('"turn.ended"')) return;
      ended();
      asked.destroy();
    });
  });
  asked.end();
  return { pieces, caughtUp, over };
}

/** The words of one stream, each at the moment when it was there as a whole. */
function latenciesIn(pieces: readonly Piece[], written: readonly number[]): number[] {
  const latencies: number[] = [];
  let seen = 0;
  let rest = "";
  for (const { at, text } of pieces) {
    const messages = (rest + text).split("\n\n");
    rest = messages.pop() ?? "";
    for (const reached of messages.map(reachedBy)) {
      for (; (seen + 1) * wordLength <= reached; seen += 1) {
        if (seen >= warmUp) latencies.push(at - (written[seen] ?? Number.NaN));
      }
    }
  }
  if (seen < words) throw new Error(`a stream ended after ${seen} of ${words} words`);
  return latencies;
}

/** Up to where the reply is known after this message; a word may come in a frame, or with the event that keeps it. */
function reachedBy(message: string): number {
  const data = /^data: (.*)$/m.exec(message)?.[1];
  if (data === undefined) return 0;
  const news = JSON.parse(data) as Frame | SessionEvent;
  if ("body" in news) return news.body.type === "reply.text" ? news.body.offset + news.body.text.length : 0;
  return news.type === "text" ? news.offset + news.delta.length : 0;
}
