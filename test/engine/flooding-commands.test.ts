import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createCommandRunner } from "@kestrel/runtime";
import { expect, it } from "vitest";
import { workplace } from "../../packages/tools/test/fixtures/workplace.ts";
import { longestBlock, longestBlockAllowed } from "../daemon/event-loop.ts";
import { somebodyWhoAsks } from "../daemon/somebody-who-asks.ts";

const supervisorPath = join(import.meta.dirname, "../../packages/runtime/src/supervisor/supervisor.cjs");

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
