import { parentPort } from "node:worker_threads";
import type { ToThread } from "./messages.ts";
import { serveLink } from "./serve-link.ts";

const port = parentPort;
if (port) {
  const onMessage = serveLink((message) => port.postMessage(message));
  port.on("message", (message: ToThread) => onMessage(message));
}
