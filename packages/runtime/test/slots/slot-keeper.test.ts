import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelBackend, ReplyChunk } from "@kestrel/core";
import { SessionId } from "@kestrel/protocol";
import { backendInUse, SlotFiles, SlotKeeper } from "@kestrel/runtime";
import { expect, it, onTestFinished } from "vitest";

const [one, two] = ["s00000001", "s00000002"].map((id) => SessionId.parse(id)) as [SessionId, SessionId];

/** A server that counts what is saved of its slot, and a model behind the engine's schedule that speaks or is cancelled. */
async function given() {
  const saved: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      if (request.url?.includes("action=save"))
        saved.push((JSON.parse(body) as { filename: string }).filename);
      response.end(JSON.stringify({ n_saved: 10 }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const folder = await mkdtemp(join(tmpdir(), "kestrel-slot-keeper-"));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const endpoint = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, slotKey: "key" };
  const slots = new SlotKeeper({
    files: new SlotFiles(join(folder, "slots"), 1_000_000),
    inVain: async () => false,
    learned: async () => undefined,
    quietMs: 3_600_000,
    free: () => true,
  });
  const engine = {
    occupy: () => () => undefined,
    ready: async () => endpoint,
    status: () => ({ state: "ready", source: "self" }),
  } as unknown as Parameters<typeof backendInUse>[1];
  const speaker = {
    async *reply(): AsyncGenerator<ReplyChunk> {
      yield { kind: "text", delta: "Well" };
      yield { kind: "done", finish: "stop" };
    },
    prefill: async () => ({ read: 5, cached: 0, whole: true }),
  } as unknown as ModelBackend;
  const backend = backendInUse(speaker, engine, { slots });
  const prompt = { messages: [], tools: [] };
  const reply = async (session: SessionId, cancelled = false) => {
    const stop = new AbortController();
    for await (const _ of backend.reply(prompt, { session, toolChoice: "auto" }, stop.signal))
      if (cancelled) stop.abort();
  };
  const draft = (session: SessionId) =>
    backend.prefill?.(prompt, { session, unsent: true }, new AbortController().signal);
  return { slots, saved, reply, draft };
}

it("saves what a whole reply left in the slot", async () => {
  const { slots, saved, reply } = await given();
  await reply(one);
  await slots.save();
  expect(saved).toEqual([`${one}.key.slot`]);
});

it("words that nobody has sent are saved by no way while they may be in the slot", async () => {
  const { slots, saved, reply, draft } = await given();
  await draft(one);
  await slots.save();
  await reply(one, true);
  await slots.save();
  await draft(one);
  await reply(two, true);
  await draft(two);
  await slots.save();
  expect(saved).toEqual([]);
  await reply(two);
  await slots.save();
  expect(saved).toEqual([`${two}.key.slot`]);
});
