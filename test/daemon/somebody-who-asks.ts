import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** An address in this process, beside the tool, as the daemon's is. Resolves with how long an answer took, in milliseconds. */
export async function somebodyWhoAsks(): Promise<() => Promise<number>> {
  const server = createServer((_, response) => response.end("ok"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return async () => {
    const from = performance.now();
    await new Promise((resolve, reject) =>
      get({ port, host: "127.0.0.1", path: "/healthz" }, (answer) => answer.resume().on("end", resolve)).on(
        "error",
        reject,
      ),
    );
    return performance.now() - from;
  };
}
