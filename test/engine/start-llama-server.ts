import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface RunningServer {
  url: string;
  /** Ends the server for good: a polite signal, a second one, then a hard one. */
  stop(): Promise<void>;
}

/** Long enough for a loaded machine; a tiny model is ready in a tenth of a second. */
const startLimit = 60_000;
/** Between two signals: a server with an open reply waits for it after the first, and goes at the second. */
const patience = 1_000;

/**
 * Starts a llama-server on a free port with the flags that Kestrel uses on one slot. Resolves when the model is loaded;
 * rejects with the end of its log when it exits instead.
 */
export async function startLlamaServer(
  program: string,
  model: string,
  flags: readonly string[] = [],
): Promise<RunningServer> {
  const standard = [
    "-m",
    model,
    "-t",
    "1",
    "-np",
    "1",
    "-sps",
    "0.9",
    "--jinja",
    "--host",
    "127.0.0.1",
    "--port",
    "0",
  ];
  const server = spawn(program, [...standard, ...flags], { stdio: ["ignore", "ignore", "pipe"] });
  const gone = new Promise<void>((resolve) => {
    server.once("error", () => resolve());
    server.once("close", () => resolve());
  });
  const lines: string[] = [];
  const listening = new Promise<string>((resolve, reject) => {
    const deadline = setTimeout(() => reject(new Error(`no answer in ${startLimit} ms`)), startLimit);
    createInterface({ input: server.stderr }).on("line", (line) => {
      lines.splice(0, lines.length - 30, ...lines.slice(-29), line);
      const url = /listening on (http:\/\/\S+)/.exec(line)?.[1];
      if (!url) return;
      clearTimeout(deadline);
      resolve(url);
    });
    server.once("error", reject);
    void gone.then(() => reject(new Error(`llama-server ended with code ${server.exitCode}`)));
    void gone.then(() => clearTimeout(deadline));
  });
  const stop = async () => {
    for (const signal of ["SIGTERM", "SIGTERM", "SIGKILL"] as const) {
      if (server.exitCode !== null || server.signalCode !== null) break;
      server.kill(signal);
      await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, patience).unref())]);
    }
    await gone;
  };
  try {
    return { url: await listening, stop };
  } catch (cause) {
    await stop();
    throw new Error(`llama-server did not start:\n${lines.join("\n")}`, { cause });
  }
}
