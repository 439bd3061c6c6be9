import { randomInt } from "node:crypto";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { passOver, reportUnexpected } from "@kestrel/diagnostics";
import type {
  ChannelEntry,
  ChannelKind,
  ChannelState,
  ChannelTrouble,
  GatewayEntry,
} from "@kestrel/protocol/channel";
import { readPaired, writePaired } from "../bridge/paired-senders.ts";
import { Pauses } from "../pauses.ts";
import type { Language } from "../words.ts";
import {
  type FromThread,
  type HostQuestion,
  hookChannel,
  type ThreadStart,
  type ToThread,
} from "../worker/messages.ts";
import { readSecret } from "./read-secret.ts";

/** Channels of the user's file, and its invalid entries. */
export type ChannelEntries = {
  channels: readonly { name: string; kind: NonNullable<ChannelEntry["kind"]>; entry: ChannelEntry }[];
  gateway?: GatewayEntry;
  problems: readonly { name: string; why: ChannelTrouble; detail?: string }[];
};

export type ChannelHostParts = {
  read(): Promise<ChannelEntries>;
  /** Holds a folder for each channel. */
  folder: string;
  file: string;
  /** The names that are switched off. */
  off: { read(): Promise<readonly string[]>; write(names: readonly string[]): Promise<void> };
  environment: Readonly<Record<string, string | undefined>>;
  language: Language;
  program: string;
  daemonUrl(): string;
  /** A key for that channel, until it is taken back. */
  keyFor(channel: string): string;
  takeBack(key: string): void;
  answer(what: HostQuestion, argument: string, mayLoad: boolean): Promise<string | boolean>;
  slots(): number;
};

/** MiB: this thread reads strangers' messages; one that needs more ends, and the daemon does not. */
const mostHeap = 256;
const pairingMs = 600_000;
const stopMs = 3_000;
/** So many crashes in a row park every channel. */
const mostCrashes = 8;

const codeSigns = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** The daemon's variables that a user's program receives, besides the one that `token_env` names. */
const lentVariables = ["PATH", "HOME", "USERPROFILE", "SystemRoot", "LANG", "LC_ALL", "TZ", "TMPDIR"];

/** The daemon's half of the channels: a thread of their own, begun with the first one that is on. */
export class ChannelHost {
  readonly #parts: ChannelHostParts;
  #worker: Worker | undefined;
  #states = new Map<string, ChannelState>();
  #entries: ChannelEntries = { channels: [], problems: [] };
  #tests = new Map<number, { resolve(sent: number): void; reject(error: Error): void }>();
  #asked = 0;
  #keys: string[] = [];
  #pauses = new Pauses();
  #again: NodeJS.Timeout | undefined;
  #closed = false;
  #reloading: Promise<void> = Promise.resolve();

  constructor(parts: ChannelHostParts) {
    this.#parts = parts;
  }

  /** Begins what the user's file names by then. Rejects with what cannot be read of it. */
  reload(): Promise<void> {
    this.#pauses.reset();
    this.#reloading = this.#reloading.catch(() => undefined).then(() => this.#begin()); // expected: that call rejected
    return this.#reloading;
  }

  async list(): Promise<{ channels: ChannelState[]; file: string }> {
    await this.#reloading.catch(() => undefined); // expected: the reload rejects
    return { channels: [...this.#states.values()], file: this.#parts.file };
  }

  rulesOf(channel: string): { workspace?: string; approvals: "machine" | "phone"; mode: "plan" | "ask" } {
    const { channels, gateway } = this.#entries;
    const entry = channels.find(({ name }) => name === channel)?.entry;
    const hook = gateway?.hooks?.find(({ name }) => hookChannel(name) === channel);
    const workspace = entry?.workspace ?? hook?.workspace;
    const mode = hook && !entry ? "plan" : (entry?.mode ?? "ask");
    return { ...(workspace !== undefined && { workspace }), approvals: entry?.approvals ?? "machine", mode };
  }

  /** Whether one is on: a daemon with channels is in use. */
  running(): boolean {
    return this.#worker !== undefined;
  }

  /** A code for ten minutes; undefined where no such channel runs. */
  pair(name: string): { code: string; until: string } | undefined {
    const state = this.#states.get(name);
    if (!this.#worker || !state || state.state === "off" || state.kind === "gateway") return undefined;
    const code = Array.from({ length: 8 }, () => codeSigns[randomInt(codeSigns.length)]).join("");
    const until = Date.now() + pairingMs;
    this.#post({ type: "pair", name, code, until });
    return { code, until: new Date(until).toISOString() };
  }

  async unpair(name: string, sender: string): Promise<boolean> {
    const folder = join(this.#parts.folder, name);
    const paired = await readPaired(folder);
    if (!paired.includes(sender)) return false;
    await this.#end();
    await writePaired(
      folder,
      paired.filter((one) => one !== sender),
    );
    await this.reload();
    return true;
  }

  /** The number of test messages sent; undefined when no such channel runs. Rejects with the service's message. */
  async test(name: string): Promise<number | undefined> {
    const state = this.#states.get(name)?.state;
    if (!this.#worker || state === undefined || state === "off" || state === "parked") return undefined;
    this.#asked++;
    const id = this.#asked;
    const tested = new Promise<number>((resolve, reject) => this.#tests.set(id, { resolve, reject }));
    this.#post({ type: "test", id, name });
    return tested;
  }

  async switch(name: string, on: boolean): Promise<boolean> {
    const { off, read } = this.#parts;
    const { channels, gateway } = await read();
    if (!channels.some((one) => one.name === name) && !(name === "gateway" && gateway)) return false;
    const names = (await off.read()).filter((one) => one !== name);
    await off.write(on ? names : [...names, name]);
    await this.reload();
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#again);
    await this.#reloading.catch(() => undefined); // expected: the reload rejected
    await this.#end();
  }

  #keyFor(channel: string): string {
    const key = this.#parts.keyFor(channel);
    this.#keys.push(key);
    return key;
  }

  async #begin(): Promise<void> {
    const { read, off, folder, environment, language, daemonUrl, slots } = this.#parts;
    await this.#end();
    if (this.#closed) return;
    this.#entries = await read();
    const isOff = new Set(await off.read());
    this.#states = new Map();
    for (const { name, why, detail } of this.#entries.problems)
      this.#states.set(name, { name, state: "parked", why, detail });
    const channels: ThreadStart["channels"][number][] = [];
    for (const { name, kind, entry } of this.#entries.channels) {
      if (isOff.has(name)) {
        this.#states.set(name, { name, kind, state: "off" });
        continue;
      }
      const form = kind === "mail" || kind === "irc" ? "password" : "token";
      const secret = needsSecret(kind, entry)
        ? await readSecret(entry, environment, form)
        : { secret: undefined };
      if ("why" in secret) {
        this.#states.set(name, { name, kind, state: "parked", ...secret });
        continue;
      }
      this.#states.set(name, { name, kind, state: "connecting" });
      const run = { name, kind, entry, key: this.#keyFor(name), folder: join(folder, name) };
      channels.push({
        ...run,
        language: entry.language ?? language,
        ...(secret.secret !== undefined && { secret: secret.secret }),
        ...(kind === "program" && { environment: environmentFor(entry, environment) }),
      });
    }
    const gateway = await this.#gateway(isOff.has("gateway"));
    if (channels.length === 0 && !gateway) return;
    const start: ThreadStart = {
      daemonUrl: daemonUrl(),
      slots: slots(),
      channels,
      ...(gateway && { gateway }),
    };
    this.#start(start);
  }

  async #gateway(isOff: boolean): Promise<ThreadStart["gateway"]> {
    const { folder, environment, language } = this.#parts;
    const { gateway, channels, problems } = this.#entries;
    if (!gateway) return undefined;
    if (isOff) {
      this.#states.set("gateway", { name: "gateway", kind: "gateway", state: "off" });
      return undefined;
    }
    const hooks: NonNullable<ThreadStart["gateway"]>["hooks"][number][] = [];
    for (const { secret_env, secret_file, workspace: _, ...hook } of gateway.hooks ?? []) {
      const name = hookChannel(hook.name);
      const target = hook.deliver?.split(":")[0];
      if (target !== undefined && ![...channels, ...problems].some((one) => one.name === target)) {
        const detail = `deliver = "${hook.deliver}"`;
        this.#states.set(name, { name, kind: "gateway", state: "parked", why: "entry", detail });
        continue;
      }
      const from = { token_env: secret_env, token_file: secret_file };
      const secret = await readSecret(from, environment, "password");
      if ("why" in secret) this.#states.set(name, { name, kind: "gateway", state: "parked", ...secret });
      else {
        this.#states.set(name, { name, kind: "gateway", state: "connecting" });
        hooks.push({ ...hook, secret: secret.secret, key: this.#keyFor(name), folder: join(folder, name) });
      }
    }
    return { port: gateway.port, hosts: gateway.hosts ?? [], hooks, language };
  }

  #start(start: ThreadStart): void {
    this.#pauses.begin(Date.now());
    const resourceLimits = { maxOldGenerationSizeMb: mostHeap };
    const worker = new Worker(this.#parts.program, {
      ...{ workerData: start, env: {}, execArgv: [], stdout: true, stderr: true, resourceLimits },
    });
    worker.unref();
    worker.stdout.resume();
    worker.stderr.resume();
    this.#worker = worker;
    this.#pauses.up(Date.now());
    worker.on("message", (message: FromThread) => this.#onMessage(worker, message));
    worker.on("error", (error) => reportUnexpected("running the channels", error));
    worker.on("exit", () => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#crashed(start);
    });
  }

  /** Restarts a thread that ended by itself, with growing delays; its data is on the disk. */
  #crashed(start: ThreadStart): void {
    for (const { reject } of this.#tests.values()) reject(new Error("the thread ended"));
    this.#tests.clear();
    if (this.#closed) return;
    const ms = this.#pauses.after(Date.now(), Math.random());
    const parked = this.#pauses.failures >= mostCrashes;
    const until = new Date(Date.now() + ms).toISOString();
    for (const [name, one] of this.#states)
      if (one.state !== "off" && one.state !== "parked")
        this.#states.set(name, {
          ...one,
          state: parked ? "parked" : "waiting",
          why: "crash",
          ...(!parked && { until }),
        });
    if (!parked) this.#again = setTimeout(() => this.#start(start), ms).unref();
  }

  #onMessage(worker: Worker, message: FromThread): void {
    switch (message.type) {
      case "states":
        if (worker === this.#worker) for (const state of message.states) this.#states.set(state.name, state);
        return;
      case "tested": {
        const test = this.#tests.get(message.id);
        this.#tests.delete(message.id);
        if (message.failure === undefined) test?.resolve(message.sent ?? 0);
        else test?.reject(new Error(message.failure));
        return;
      }
      case "ask": {
        const { id, what, argument, channel } = message;
        const mayLoad =
          this.#entries.channels.find(({ name }) => name === channel)?.entry.load_models === true;
        this.#parts
          .answer(what, argument, mayLoad)
          .then((value) => worker.postMessage({ type: "answer", id, value } satisfies ToThread))
          .catch(passOver("answering a channel"));
        return;
      }
      case "stopped":
        return;
      default:
        message satisfies never;
    }
  }

  #post(message: ToThread): void {
    this.#worker?.postMessage(message);
  }

  /** Lets the thread close its journals; kills one that does not. Its keys are invalid from then on. */
  async #end(): Promise<void> {
    await this.#stop();
    for (const key of this.#keys.splice(0)) this.#parts.takeBack(key);
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#again);
    const worker = this.#worker;
    this.#worker = undefined;
    if (!worker) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, stopMs).unref();
      const done = () => {
        clearTimeout(late);
        resolve();
      };
      worker.once("exit", done);
      worker.on("message", (message: FromThread) => message.type === "stopped" && done());
      worker.postMessage({ type: "stop" } satisfies ToThread);
    });
    await worker.terminate();
  }
}

/** A program reads its own secret; some IRC servers need none. */
function needsSecret(kind: ChannelKind, { token_env, token_file }: ChannelEntry): boolean {
  if (kind === "program") return false;
  return kind !== "irc" || token_env !== undefined || token_file !== undefined;
}

function environmentFor(
  { token_env }: ChannelEntry,
  environment: ChannelHostParts["environment"],
): Record<string, string> {
  const names = token_env === undefined ? lentVariables : [...lentVariables, token_env];
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}
