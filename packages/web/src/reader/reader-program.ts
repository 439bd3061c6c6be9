import { parentPort } from "node:worker_threads";
import { readPage } from "./read-page.ts";

const port = parentPort;
port?.once("message", ({ html, url }: { html: string; url: string }) =>
  port.postMessage(readPage(html, url)),
);
