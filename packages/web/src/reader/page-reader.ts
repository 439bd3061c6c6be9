import { Worker } from "node:worker_threads";
import { WebTrouble } from "../web-trouble.ts";
import type { ReadPage } from "./read-page.ts";

/** Milliseconds; a page of two megabytes takes about one second. */
const usualMs = 10_000;
/** MiB of heap; above it the page's thread ends. */
const mostHeap = 256;

/** Reads a page in its own thread, which ends with it: hostile content cannot block or crash the daemon. Rejects with WebTrouble. */
export async function pageReader(
  program: string,
  page: { html: string; url: string },
  signal: AbortSignal,
  ms = usualMs,
): Promise<ReadPage> {
  const worker = new Worker(program, {
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: mostHeap },
  });
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  try {
    return await new Promise<ReadPage>((resolve, reject) => {
      const broken = () => reject(new WebTrouble("The page could not be made readable."));
      stop = () => reject(new WebTrouble("Stopped."));
      timer = setTimeout(broken, ms);
      signal.addEventListener("abort", stop, { once: true });
      worker.once("message", resolve).on("error", broken).once("exit", broken);
      worker.postMessage(page);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
