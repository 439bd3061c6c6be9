import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { SessionEvent } from "@kestrel/protocol";
import { expect, onTestFinished } from "vitest";
import { FakeDiscord } from "../../packages/channels/test/kit/fake-discord.ts";
import { FakeTelegram } from "../../packages/channels/test/kit/fake-telegram.ts";
import { startWordServer } from "../bench/word-server.ts";
import { seededRandom, seedOf } from "../models/seeded-random.ts";
import { startTestDaemon, type TestDaemon } from "./start-daemon.ts";
import { bodiesOf } from "./test-session.ts";

const people = 8;
/** Longer than an answer of 80 lines takes, so that a kill falls into every part of it. Milliseconds. */
const latestMs = 700;
const lineMs = 4;

const channelsProgram = join(import.meta.dirname, "..", "..", "dist", "channels.cjs");

/** What is killed: the daemon with all that it holds, or its thread of channels alone, which has no signal of its own and is terminated. */
type Killed = "daemon" | "thread";

/**
 * Kills a daemon or its channels while messages are taken, answered and sent. In the end each message became one turn, every line of every
 * answer arrived, and on Discord, which knows a message by its nonce, none arrived twice. Resolves with the lines that did on Telegram.
 */
export async function killChannels(killed: Killed, kills: number): Promise<number> {
  const { uniform } = seededRandom(seedOf(`kills of a ${killed} with channels`));
  const telegram = await FakeTelegram.start();
  const discord = new FakeDiscord();
  await discord.start();
  const model = await startWordServer(async (say, asked) => {
    const marks = asked.match(/<\d+>/g) ?? [];
    for (let line = 0; line < 80; line++) {
      say(`${marks.at(-1)} line ${line}, with words enough that the answer is split into several pieces.\n`);
      await sleep(lineMs);
    }
  });
  onTestFinished(() => model.close());
  const services = { telegram, discord };
  const given = await (killed === "daemon" ? killedWhole : killedAlone)(services, model.url);
  const direct = Array.from({ length: people }, (_, person) => ({
    ...{ onTelegram: 1_000 + person, onDiscord: `${discord.ada.slice(0, -1)}${person}` },
  }));

  // Discord is asked for what was missed only in a chat that it was heard in.
  await given.quiet();
  for (const { onDiscord } of direct) discord.says(onDiscord, "<0>");
  await discord.until(() => direct.every(({ onDiscord }) => discord.shown(onDiscord).length > 0));
  await given.quiet();
  for (let kill = 1; kill <= kills; kill++) {
    const { onTelegram, onDiscord } = direct[kill % people] as (typeof direct)[number];
    // Half of them fall into the start, the others behind it.
    if (kill % 2 === 0) await discord.until(() => discord.identified > kill / 2);
    telegram.says(onTelegram, `<${kill}>`);
    discord.says(onDiscord, `<${kill}>`);
    await sleep(uniform() * latestMs);
    await given.kill();
    await given.begin();
  }
  await given.quiet();

  const { sessions } = await given.daemon.client.call("listSessions");
  const logs = await Promise.all(
    sessions.map(async ({ id }) => (await given.daemon.client.call("readLog", { params: { id } })).events),
  );
  const heard = logs
    .flat()
    .flatMap(({ body }) =>
      body.type === "turn.started" || body.type === "steering.queued"
        ? [`${body.origin?.channel} ${body.text}`]
        : [],
    );
  const wanted = Array.from({ length: kills }, (_, at) => [`telegram <${at + 1}>`, `discord <${at + 1}>`]);
  expect(heard.filter((one) => !one.endsWith("<0>")).sort()).toEqual(wanted.flat().sort());

  const linesOf = (texts: readonly string[]) => texts.flatMap((text) => text.split("\n"));
  const said = {
    telegram: linesOf(direct.flatMap(({ onTelegram }) => telegram.shown(onTelegram))),
    discord: linesOf(direct.flatMap(({ onDiscord }) => discord.shown(onDiscord))),
  };
  let doubles = 0;
  for (const log of logs) {
    const [first] = bodiesOf(log, "turn.started");
    const channel = first?.origin?.channel === "discord" ? "discord" : "telegram";
    for (const line of answersIn(log).filter((one) => !one.startsWith("<0>"))) {
      const times = said[channel].filter((one) => one === line).length;
      const arrived = channel === "discord" ? times === 1 : times > 0;
      if (!arrived) expect({ channel, line, times, log: storyOf(log) }).toEqual({ channel, line, times: 1 });
      if (times > 1) doubles++;
    }
  }
  return doubles;
}

/** What a failure shows. */
const storyOf = (log: readonly SessionEvent[]) =>
  log.map(({ body }) => [body.type, "text" in body ? String(body.text).slice(0, 12) : ""].join(" "));

/** The lines that the model said, as the log has them at the end. */
function answersIn(log: readonly SessionEvent[]): string[] {
  const answers = new Map<string, string>();
  for (const { body } of log) {
    if (body.type === "reply.text") {
      const key = `${body.turnId} ${body.step}`;
      answers.set(key, (answers.get(key) ?? "").slice(0, body.offset) + body.text);
    } else if (body.type === "reply.completed" && body.text !== undefined)
      answers.set(`${body.turnId} ${body.step}`, body.text);
  }
  return [...answers.values()].flatMap((text) => text.trim().split("\n"));
}

type Services = { telegram: FakeTelegram; discord: FakeDiscord };
type Given = { daemon: TestDaemon; kill(): Promise<void>; begin(): Promise<void>; quiet(): Promise<void> };

function allowed({ telegram, discord }: Services) {
  const numbers = Array.from({ length: people }, (_, person) => person);
  return {
    telegram: {
      url: telegram.url,
      token: telegram.token,
      allow: numbers.map((person) => String(1_000 + person)),
    },
    discord: {
      url: discord.url,
      token: discord.token,
      allow: numbers.map((person) => `${discord.ada.slice(0, -1)}${person}`),
    },
  };
}

/** A daemon whose settings have both channels. */
async function killedWhole(services: Services, model: string): Promise<Given> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-channel-kills-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const sections = Object.entries(allowed(services)).map(async ([name, { url, token, allow }]) => {
    const file = join(folder, name);
    await writeFile(file, token, { mode: 0o600 });
    return `[channels.${name}]\nurl = "${url}"\ntoken_file = "${file}"\nallow = ${JSON.stringify(allow)}\n`;
  });
  const config = (await Promise.all(sections)).join("");
  const daemon = await startTestDaemon({ connect: model, config });
  const states = async () => (await daemon.client.call("listChannels")).channels;
  return {
    daemon,
    kill: () => daemon.kill(),
    begin: () => daemon.start(),
    quiet: () => quiet(states),
  };
}

/** A daemon, and a thread of channels beside it that speaks with it as its own one would. */
async function killedAlone(services: Services, model: string): Promise<Given> {
  const daemon = await startTestDaemon({ connect: model });
  const channels = await Promise.all(
    Object.entries(allowed(services)).map(async ([name, { url, token, allow }]) => ({
      ...{ name, kind: name, language: "en", secret: token, entry: { url, allow } },
      folder: join(daemon.folder, name),
      key: (await daemon.client.call("addToken", { body: { name, scopes: [`channel:${name}`] } })).secret,
    })),
  );
  let states: States = [];
  let worker: Worker;
  const begin = async () => {
    const workerData = { daemonUrl: daemon.url, slots: 1, channels };
    worker = new Worker(channelsProgram, { workerData, env: {} });
    states = [];
    worker.on("message", (message: { type: string; states: States }) => {
      if (message.type === "states") states = message.states;
    });
  };
  await begin();
  const kill = async () => void (await worker.terminate());
  onTestFinished(kill);
  return { daemon, kill, begin, quiet: () => quiet(async () => states) };
}

type States = readonly {
  name: string;
  state: string;
  detail?: string;
  queue?: { in: number; out: number };
}[];

/** Both channels are there, and nothing waits in either. */
async function quiet(states: () => Promise<States>): Promise<void> {
  const seen = async () =>
    (await states()).map(({ name, state, queue, detail }) =>
      state === "up" && queue?.in === 0 && queue.out === 0 ? name : { name, state, queue, detail },
    );
  await expect.poll(seen, { timeout: 600_000, interval: 250 }).toEqual(["telegram", "discord"]);
}
