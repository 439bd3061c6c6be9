import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { overHttp } from "../../packages/cli/src/machine/over-http.ts";
import type { Frame } from "../../packages/protocol/src/index.ts";
import { followEvents } from "../../packages/server/src/client/index.ts";
import { startDaemon, withFolder } from "./built-program.ts";
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
    const leave = new AbortController();
    setMaxListeners(clients, leave.signal);
    const latencies: number[] = [];
    try {
      const { session } = await daemon.client.call("openSession", { body: { workspace: folder } });
      const all = Array.from({ length: clients }, () => {
        const reader = readerOf(written, latencies);
        const address = { baseUrl: daemon.url, token: daemon.token, transport: overHttp };
        void followEvents({ ...address, session: session.id, signal: leave.signal, ...reader.listeners });
        return reader;
      });
      await Promise.all(all.map(({ caughtUp }) => caughtUp));
      await daemon.client.call("sendOp", {
        params: { id: session.id },
        body: { type: "send-message", text: "go" },
      });
      await Promise.all(all.map(({ hasAll }) => hasAll));
    } finally {
      leave.abort();
      await daemon.stop();
      await server.close();
    }
    const note = `${clients} streams, ${latencies.length.toLocaleString("en")} deliveries`;
    return [
      atMost("a word through the daemon to a stream, median", quantile(latencies, 0.5), 2, "ms", note),
      atMost("  99 of 100", quantile(latencies, 0.99), 10, "ms"),
    ];
  });
}

function readerOf(written: readonly number[], latencies: number[]) {
  let arrived = () => {};
  let finished = () => {};
  let seen = 0;
  const caughtUp = new Promise<void>((resolve) => (arrived = resolve));
  const hasAll = new Promise<void>((resolve) => (finished = resolve));
  const reached = (length: number) => {
    const now = performance.now();
    for (; (seen + 1) * wordLength <= length; seen += 1) {
      if (seen >= warmUp) latencies.push(now - (written[seen] ?? Number.NaN));
    }
    if (seen >= words) finished();
  };
  const onFrame = (frame: Frame) => {
    if (frame.type === "snapshot") arrived();
    if (frame.type === "text") reached(frame.offset + frame.delta.length);
  };
  // A word may also come first with the event that keeps it.
  const onEvent = ({ body }: Parameters<Parameters<typeof followEvents>[0]["onEvent"]>[0]) => {
    if (body.type === "reply.text") reached(body.offset + body.text.length);
  };
  return { caughtUp, hasAll, listeners: { onFrame, onEvent } };
}
