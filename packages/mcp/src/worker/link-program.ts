import { parentPort } from "node:worker_threads";
import type { ToThread } from "./messages.ts";
import { serveLink } from "./serve-link.ts";

const port = parentPort;
if (port) {
  const heard = serveLink((message) => port.postMessage(message));
  port.on("message", (message: ToThread) => heard(message));
}
