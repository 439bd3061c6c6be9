import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createCommandRunner } from "@kestrel/runtime";
import { expect, it, onTestFinished } from "vitest";
import { workplace } from "../../packages/tools/test/fixtures/workplace.ts";
import { longestBlock, longestBlockAllowed } from "../daemon/event-loop.ts";

const supervisorPath = join(import.meta.dirname, "../../packages/runtime/src/supervisor/supervisor.cjs");

/** An address in this process, beside the tool, as the daemon's is. Resolves with how long an answer took, in milliseconds. */
async function somebodyWhoAsks(): Promise<() => Promise<number>> {
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

it.each(["yes", "base64 /dev/urandom", "yes '\u001b[31mred\r' | tr -d '\\n'"])(
  "while %s floods a shell call, everybody else is answered within a tenth of a second",
  { retry: 2 },
  async (command) => {
    const place = await workplace({ commandRunner: createCommandRunner({ supervisorPath }) });
    const ask = await somebodyWhoAsks();
    const times: number[] = [];
    const { blockedMs, result } = await longestBlock(async () => {
      let over = false;
      const call = place.run("shell", { command, timeout: 3 }).finally(() => {
        over = true;
      });
      while (!over) {
        times.push(await ask());
        await wait(10);
      }
      return call;
    });
    expect(result.content).toMatch(/^timed out after 3 s/);
    expect(times.length).toBeGreaterThan(20);
    const p99 = times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
    expect({ p99: p99 <= 100, blocked: blockedMs < longestBlockAllowed }).toEqual({
      p99: true,
      blocked: true,
    });
  },
);
