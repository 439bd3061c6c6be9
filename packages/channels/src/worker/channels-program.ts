import { parentPort, workerData } from "node:worker_threads";
import type { ThreadStart, ToThread } from "./messages.ts";
import { serveChannels } from "./serve-channels.ts";

const port = parentPort;
if (port) {
  const onMessage = serveChannels(workerData as ThreadStart, (message) => port.postMessage(message));
  port.on("message", (message: ToThread) => onMessage(message));
}
