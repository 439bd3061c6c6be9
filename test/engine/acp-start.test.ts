import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { kestrelHome, program } from "../terminal/kestrel-home.ts";

/** 300 ms where an empty Node takes 50: then a loaded machine slows both. */
const mostNodes = 6;

it("kestrel acp answers initialize while six empty Nodes could start", async () => {
  const { environment, workspace } = await kestrelHome({});
  const params = { protocolVersion: 1, clientCapabilities: {} };
  const initialize = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`;
  const timed = async (words: readonly string[], input: string) => {
    const begun = performance.now();
    const child = spawn(process.execPath, words, { cwd: workspace, env: environment });
    child.stdin.write(input);
    await once(child.stdout, "data");
    const ms = performance.now() - begun;
    child.kill("SIGKILL");
    await once(child, "close");
    return ms;
  };
  const [empty, acp]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    empty.push(await timed(["-e", "console.log(1)"], "\n"));
    acp.push(await timed([program, "acp"], initialize));
  }
  console.log(
    `initialize: ${Math.min(...acp).toFixed(0)} ms, an empty Node ${Math.min(...empty).toFixed(0)}`,
  );
  expect(Math.min(...acp)).toBeLessThanOrEqual(mostNodes * Math.min(...empty));
});
