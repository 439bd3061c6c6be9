import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fakeShell } from "@kestrel/core/testing";
import type { ChannelKind } from "@kestrel/protocol/channel";
import { createDaemonClient } from "@kestrel/server/client";
import { onTestFinished } from "vitest";
import { type Given, type GivenDaemon, givenDaemon } from "../../../server/test/kit/given-daemon.ts";
import type { BridgeRules } from "../../src/bridge/bridge-parts.ts";
import { ChannelBridge } from "../../src/bridge/channel-bridge.ts";
import { Journal } from "../../src/bridge/journal.ts";
import { readPaired, writePaired } from "../../src/bridge/paired-senders.ts";
import { Slots } from "../../src/bridge/slots.ts";
import type { ChannelAdapter, Surroundings } from "../../src/port.ts";
import { wordsIn } from "../../src/words.ts";

export type Wish = {
  daemon?: Given;
  rules?: Partial<BridgeRules>;
  sandboxed?: boolean;
  surroundings?: Partial<Surroundings>;
};

/** A channel of that kind between what its adapter speaks with and a real daemon over a scripted model. Its clock stands at `clock.ms`. */
export async function givenBridge(
  kind: ChannelKind,
  adapter: () => ChannelAdapter,
  { daemon: given, rules = {}, sandboxed = false, surroundings = {} }: Wish = {},
  usual: Pick<BridgeRules, "allow" | "groups"> = { allow: ["ada"], groups: [] },
) {
  const approvals = rules.phone ? "phone" : "machine";
  const daemon = await givenDaemon({
    ...given,
    parts: { ...given?.parts, channelRules: () => ({ approvals }) },
  });
  const { secret } = await daemon.client.call("addToken", {
    body: { name: "phone", scopes: [`channel:${kind}`] },
  });
  const folder = await mkdtemp(join(tmpdir(), "kestrel-channel-"));
  const clock = { ms: 1_000_000 };
  const slots = new Slots(1);
  const waiting: (() => void)[] = [];
  const open = async (over: Partial<Surroundings> = {}) => {
    let paired = await readPaired(folder);
    const bridge = new ChannelBridge({
      name: kind,
      kind,
      adapter: adapter(),
      journal: await Journal.in(folder),
      daemon: { baseUrl: daemon.url, token: secret },
      rules: { ...usual, mode: "ask", phone: false, ...rules },
      paired: {
        list: () => paired,
        add: async (sender) => {
          paired = [...paired, sender];
          await writePaired(folder, paired);
        },
      },
      say: wordsIn("en"),
      surroundings: {
        now: () => clock.ms,
        random: () => 0.5,
        pause: (ms, signal) =>
          new Promise((resolve) => {
            const timer = setTimeout(resolve, Math.min(ms, 5));
            signal?.addEventListener("abort", () => {
              clearTimeout(timer);
              resolve();
            });
          }),
        ...surroundings,
        ...over,
      },
      slots,
      host: {
        status: async () => "small: ready",
        model: async () => "* small",
        sandboxed: async () => sandboxed,
      },
      onState: () => {
        for (const wake of waiting.splice(0)) wake();
      },
    });
    const running = bridge.run();
    running.catch(() => {});
    return { bridge, running, close: () => bridge.close() };
  };
  let now = await open();
  onTestFinished(async () => {
    await now.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    daemon,
    clock,
    folder,
    get bridge() {
      return now.bridge;
    },
    state: () => now.bridge.state(),
    /** Resolves when it holds; it is asked after every change of the channel's state. */
    async until(holds: () => boolean) {
      while (!holds()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    client: createDaemonClient({ baseUrl: daemon.url, token: secret }),
    /** The channel's process is gone, and another one begins where it was. */
    async restarts() {
      await now.close();
      now = await open();
    },
    stops: () => now.close(),
    /** The lines of the journal of a channel that is stopped: those that a kill would have left. */
    async keepsOfJournal(isKept: (line: Record<string, unknown>) => boolean) {
      const file = join(folder, "journal.jsonl");
      const lines = (await readFile(file, "utf8")).split("\n").filter((line) => line !== "");
      const kept = lines.filter((line) => isKept(JSON.parse(line)));
      await writeFile(file, kept.map((line) => `${line}\n`).join(""));
    },
    async begins(over: Partial<Surroundings> = {}) {
      now = await open(over);
      return now;
    },
    async sessions() {
      return (await daemon.client.call("listSessions")).sessions;
    },
  };
}

/** A tool that works until it is released. `running` resolves when it was called. */
export function heldTool() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let begins = () => {};
  const running = new Promise<void>((resolve) => {
    begins = resolve;
  });
  const run = async () => {
    begins();
    await held;
    return { outcome: "ok" as const, content: "done" };
  };
  return { tool: { ...fakeShell([], "read"), run }, running, release };
}

/** How many turns began in all sessions. */
export async function turnsIn(daemon: GivenDaemon): Promise<number> {
  const { sessions } = await daemon.client.call("listSessions");
  const logs = await Promise.all(sessions.map(({ id }) => daemon.logOf(id)));
  return logs.flat().filter(({ body }) => body.type === "turn.started").length;
}
