import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { says } from "@kestrel/core/testing";
import { expect, it, onTestFinished } from "vitest";
import { givenDaemon } from "../../server/test/kit/given-daemon.ts";
import type { FromThread, ThreadStart } from "../src/worker/messages.ts";
import { serveChannels } from "../src/worker/serve-channels.ts";
import { FakeTelegram } from "./kit/fake-telegram.ts";
import { turnsIn } from "./kit/given-bridge.ts";

it("delivers the answer of a hook into a chat, once, although the call comes again", async () => {
  const daemon = await givenDaemon({ replies: [[says("The test failed.")]] });
  const telegram = await FakeTelegram.start();
  const folder = await mkdtemp(join(tmpdir(), "kestrel-delivery-"));
  const key = async (name: string) =>
    (await daemon.client.call("addToken", { body: { name, scopes: [`channel:${name}`] } })).secret;
  const port = await freePort();
  const channel = { name: "telegram", kind: "telegram" as const, language: "en" as const };
  const hook = { name: "ci", scheme: "github" as const, prompt: "What failed?", deliver: "telegram:77" };
  const start: ThreadStart = {
    ...{ daemonUrl: daemon.url, slots: 1 },
    channels: [
      {
        ...{
          ...channel,
          secret: telegram.token,
          key: await key("telegram"),
          folder: join(folder, "telegram"),
        },
        entry: { url: telegram.url, allow: ["77"] },
      },
    ],
    gateway: {
      ...{ port, hosts: [], language: "en" },
      hooks: [{ ...hook, secret: "s3", key: await key("hook-ci"), folder: join(folder, "hook-ci") }],
    },
  };
  const told: FromThread[] = [];
  const waiting: (() => void)[] = [];
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const tells = serveChannels(start, (message) => {
    told.push(message);
    for (const wake of waiting.splice(0)) wake();
  });
  onTestFinished(async () => {
    tells({ type: "stop" });
    await until(() => told.some(({ type }) => type === "stopped"));
    await rm(folder, { recursive: true, force: true });
  });
  const isUp = (message: FromThread) =>
    message.type === "states" &&
    message.states.some(({ name, state }) => name === "hook-ci" && state === "up");
  await until(() => told.some(isUp));
  const body = '{"state":"failed"}';
  const mac = createHmac("sha256", "s3").update(body).digest("hex");
  const headers = { "x-github-delivery": "d-1", "x-hub-signature-256": `sha256=${mac}` };
  const calls = async () =>
    (await fetch(`http://127.0.0.1:${port}/hooks/ci`, { method: "POST", headers, body })).status;
  expect(await calls()).toBe(202);
  await telegram.until(() => telegram.shown(77).length === 1);
  expect(telegram.shown(77)).toEqual(["The test failed."]);
  expect(await calls()).toBe(200);
  expect(await turnsIn(daemon)).toBe(1);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
