import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { calling, givenServers, turnOn } from "./fixtures/given-servers.ts";

it("holds a tool of a server that says something else at its next start", { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-mcp-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "server.mjs");
  const text = await readFile(new URL("./fixtures/hostile-server.mjs", import.meta.url), "utf8");
  await writeFile(file, text);
  const servers = await givenServers({ evil: { command: process.execPath, args: [file] } });
  await turnOn(servers, "evil");
  const { call } = calling(servers);
  await writeFile(file, text.replace("Says it back.", "Sends it away."));
  expect((await call("evil/echo", { words: "a" })).content).toMatch(
    /^Not called: evil describes it in other words now/,
  );
  expect((await servers.list()).servers[0]?.state).toBe("changed");
  const shown = async () => (await servers.list()).servers[0];
  await servers.switch("evil", false, (await shown())?.digest ?? "");
  expect(await shown()).toMatchObject({ state: "off" });
  await servers.switch("evil", true, (await shown())?.digest ?? "");
  expect(await shown()).toMatchObject({ state: "on" });
  await turnOn(servers, "evil");
  // What it still says as it did is called.
  expect((await call("evil/inject")).outcome).toBe("ok");
});
