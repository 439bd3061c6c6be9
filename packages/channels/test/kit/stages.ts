import { join } from "node:path";
import type { ChannelKind } from "@kestrel/protocol/channel";
import { DiscordAdapter } from "../../src/adapters/discord.ts";
import { IrcAdapter } from "../../src/adapters/irc.ts";
import { MailAdapter } from "../../src/adapters/mail.ts";
import { MatrixAdapter } from "../../src/adapters/matrix.ts";
import { SlackAdapter } from "../../src/adapters/slack.ts";
import { TelegramAdapter } from "../../src/adapters/telegram.ts";
import type { ChannelAdapter, Target } from "../../src/port.ts";
import { FakeDiscord } from "./fake-discord.ts";
import { FakeMatrix } from "./fake-matrix.ts";
import { FakeSlack } from "./fake-slack.ts";
import { FakeTelegram } from "./fake-telegram.ts";
import { givenIrcv3, Ngircd, ngircd, Person } from "./irc-servers.ts";
import { Dovecot, dovecot, failing, mailOf, outgoing, pass } from "./mail-servers.ts";
import { hello, message, ProgramAtTest } from "./program-at-test.ts";

/** A service, or what stands for it, with Ada who may write to the channel and others who may not. */
export type Stage = {
  adapter(): ChannelAdapter;
  /** One that the service turns away, with a secret that has `hush` in it. */
  refused(): ChannelAdapter;
  /** Why it is turned away. */
  why: "auth" | "refused";
  /** Who may write, and in which groups. */
  rules: { allow: string[]; groups: string[] };
  /** Where Ada is answered. */
  ada: Target;
  /** Resolves when what is said now is heard, where the service answers before that. */
  listens?(): Promise<void>;
  /** Ada writes. */
  says(text: string): unknown;
  /** What Ada was told, each message by itself. */
  shown(): string[];
  /** Resolves when it holds; it is asked after everything that Ada could notice. */
  until(holds: () => boolean): Promise<void>;
  /** Whatever the gate stops is said. Resolves with how many of these the channel counts. */
  strangers(): number | Promise<number>;
  /** Whatever anybody could notice of the channel. */
  spoke(): readonly unknown[];
  /** The cursor moves past what the gate stops. Elsewhere nothing is written for strangers. */
  cursorMoves?: true;
  leaves(): unknown;
  returns(): unknown;
  /** What the service drops between two messages of one answer. */
  joint?: string;
};

/** `missing`: what this machine lacks for it. */
type StageMaker = { kind: ChannelKind; missing?: boolean; begins(): Promise<Stage> };

const eve = { discord: "666000000000000001", slack: "T1:UEVE" };
const rounds = (count: number, ...shapes: (() => unknown)[]) => {
  for (let round = 0; round < count; round++) for (const shape of shapes) shape();
};

export const stages: StageMaker[] = [
  { kind: "telegram", begins: telegram },
  { kind: "discord", begins: () => gateway("discord") },
  { kind: "slack", begins: () => gateway("slack") },
  { kind: "matrix", begins: matrix },
  { kind: "irc", missing: ngircd === undefined, begins: irc },
  { kind: "mail", missing: dovecot === undefined, begins: mail },
  { kind: "program", begins: program },
];

async function telegram(): Promise<Stage> {
  const fake = await FakeTelegram.start();
  const [ada, eve] = [412587349, 666];
  const group = { chat: { id: -100500, type: "supergroup" } };
  const edited = { message_id: 1, from: { id: ada }, chat: { id: ada, type: "private" }, text: "changed" };
  return {
    adapter: () => new TelegramAdapter({ token: fake.token, url: fake.url }),
    refused: () => new TelegramAdapter({ token: "1:hush", url: fake.url }),
    why: "auth",
    rules: { allow: [String(ada)], groups: ["-100500"] },
    ada: { chat: String(ada), kind: "direct" },
    says: (text) => fake.says(ada, text),
    shown: () => fake.shown(ada),
    until: (holds) => fake.until(holds),
    strangers: () => {
      rounds(
        20,
        () => fake.says(eve, "Hello?"),
        () => fake.says(eve, "/start"),
        () => fake.says(eve, "ABCD2345"),
        () => fake.says(eve, "@kestrel_bot hi", group),
        () => fake.says(ada, "no mention", group),
        () => fake.says(ada, "@kestrel_bot elsewhere", { chat: { id: -1, type: "group" } }),
        () => fake.says(ada, "by a bot", { from: { id: ada, is_bot: true } }),
        () => fake.says(ada, "as a channel", { sender_chat: { id: -5 } }),
        () => fake.update({ edited_message: edited }),
        () => fake.presses(eve, "yabcdefghjk"),
      );
      return 200;
    },
    spoke: () => fake.spoke(),
    cursorMoves: true,
    leaves: () => fake.leaves(),
    returns: () => {
      fake.away = false;
    },
  };
}

async function gateway(kind: "discord" | "slack"): Promise<Stage> {
  const fake = kind === "discord" ? new FakeDiscord() : new FakeSlack();
  await fake.start();
  const { ada, group } = fake;
  const others = { group: kind === "slack" ? "C501" : "501", mentions: true };
  return {
    adapter: fake.adapter,
    refused: () =>
      kind === "discord"
        ? new DiscordAdapter({ token: "hush", url: fake.url })
        : new SlackAdapter({ secret: "xapp-hush xoxb-hush", url: fake.url }),
    why: "auth",
    rules: { allow: [ada], groups: [group] },
    ada: { chat: ada, kind: "direct" },
    says: (text) => fake.says(ada, text),
    shown: () => fake.shown(ada),
    until: (holds) => fake.until(holds),
    strangers: () => {
      const words = ["hello", "/start", "ABCDEFGH", "/new"];
      rounds(
        25,
        ...words.map((text) => () => fake.says(eve[kind], text)),
        () => fake.says(ada, "I am a program.", { bot: true }),
        () => fake.says(ada, "not for you", { group }),
        () => fake.says(eve[kind], "stranger", { group, mentions: true }),
        () => fake.says(ada, "elsewhere", others),
      );
      // Discord gives no words of a message in a server that does not name it, so there is nothing to drop.
      return 25 * (kind === "discord" ? 7 : 8);
    },
    spoke: () => fake.spoke(),
    leaves: () => fake.leaves(),
    returns: () => fake.returns(),
  };
}

async function matrix(): Promise<Stage> {
  const fake = new FakeMatrix();
  await fake.start();
  const { ada, eve, me, group, direct } = fake;
  fake.says(ada, "From before the channel was added.");
  const own = { "m.mentions": { user_ids: [me] } };
  const edit = { rel_type: "m.replace", event_id: "$0" };
  return {
    adapter: fake.adapter,
    refused: () => new MatrixAdapter({ token: "syt_hush", url: fake.url, refusal: "" }),
    why: "auth",
    rules: { allow: [ada], groups: [group] },
    ada: { chat: direct, kind: "direct" },
    listens: () => fake.until(() => fake.calls.at(-1)?.path.includes(`since=s${fake.kept.length}`) === true),
    says: (text) => fake.says(ada, text),
    shown: () => fake.shown(direct).map(String),
    until: (holds) => fake.until(holds),
    strangers: () => {
      const room = "!eve";
      fake.rooms.set(room, { members: new Set([me, eve]), encrypted: false });
      rounds(
        20,
        () => fake.says(eve, "hello", { room }),
        () => fake.says(eve, "/start", { room }),
        () => fake.says(eve, "ABCD2345", { room }),
        () => fake.says(eve, me, { room: group, ...own }),
        () => fake.says("", "blank", { room }),
        () => fake.says(ada.toUpperCase(), "almost Ada", { room }),
        () => fake.says(ada, "* changed", { "m.new_content": { body: "b" }, "m.relates_to": edit }),
        () => fake.says(ada, "a program", { msgtype: "m.notice" }),
        () => fake.says(ada, "talks to others", { room: group }),
        () => fake.says(ada, `${me} in words alone`, { room: group, "m.mentions": {} }),
      );
      return 200;
    },
    spoke: () => fake.spoke(),
    leaves: () => fake.leaves(),
    returns: () => fake.returns(),
  };
}

async function irc(): Promise<Stage> {
  const server = await Ngircd.start();
  // The one that turns others away speaks IRCv3, which ngircd does not.
  const stern = await givenIrcv3(":s 904 kestrel :SASL authentication failed");
  const mask = "ada!~ada@127.0.0.1";
  const persons = [await Person.meets(server.port, "ada")];
  const ada = () => persons.at(-1) as Person;
  const place = { nick: "kestrel", groups: [], paceMs: 20 };
  let strange: Person | undefined;
  return {
    adapter: () => new IrcAdapter({ url: `irc://127.0.0.1:${server.port}`, ...place }),
    refused: () => new IrcAdapter({ url: stern.url, ...place, secret: "hush" }),
    why: "auth",
    rules: { allow: [mask], groups: [] },
    ada: { chat: mask, kind: "direct" },
    says: (text) => ada().writes(`PRIVMSG kestrel :${text}`),
    shown: () => persons.flatMap((person) => person.told()),
    until: (holds) => ada().until(holds),
    strangers: async () => {
      strange = await Person.meets(server.port, "eve");
      strange.writes("PRIVMSG kestrel :/start", "PRIVMSG kestrel :ABCD2345", "NOTICE kestrel :hi");
      strange.writes("PRIVMSG kestrel :\u0001VERSION\u0001");
      return 2;
    },
    spoke: () => [...ada().told(), ...(strange?.told() ?? [])],
    leaves: () => server.stops(),
    returns: async () => {
      await server.starts();
      persons.push(await Person.meets(server.port, "ada"));
    },
    joint: "\n",
  };
}

async function mail(): Promise<Stage> {
  const box = await Dovecot.start();
  const smtp = await outgoing();
  const place = { url: `imap://127.0.0.1:${box.port}`, smtp: smtp.url, authserv: "mx.test" };
  const me = { ...place, user: "ada", address: "kestrel@home.test" };
  const thread = "References: <first@birds.test>";
  let count = 0;
  /** What other servers keep while this one is away. */
  let late: string[] | undefined;
  return {
    adapter: () => new MailAdapter({ ...me, password: "s3" }),
    refused: () => new MailAdapter({ ...me, password: "hush" }),
    why: "auth",
    rules: { allow: ["ada@birds.test"], groups: [] },
    ada: { chat: "ada@birds.test", thread: "<first@birds.test> A bird", kind: "direct" },
    says: (text) => {
      const mail = mailOf({ id: `<${++count}@birds.test>`, head: [pass, thread], text });
      return late ? late.push(mail) : box.gets(mail);
    },
    shown: () => smtp.mails.map(({ text }) => (text ?? "").replace(/\n$/, "")),
    until: (holds) => smtp.until(holds),
    strangers: async () => {
      const strange = (id: number) => [
        mailOf({ id: `<a${id}>`, from: "eve@birds.test" }),
        mailOf({ id: `<b${id}>`, from: "eve@birds.test", text: "ABCD2345" }),
        mailOf({ id: `<c${id}>`, head: [] }),
        mailOf({ id: `<d${id}>`, head: [failing("ada@birds.test")] }),
        mailOf({ id: `<e${id}>`, head: [pass, "Auto-Submitted: auto-replied"] }),
      ];
      await box.gets(...Array.from({ length: 40 }, (_, id) => strange(id)).flat());
      return 200;
    },
    spoke: () => smtp.mails,
    cursorMoves: true,
    leaves: () => {
      late = [];
      return box.stops();
    },
    returns: async () => {
      await box.starts();
      await box.gets(...(late ?? []));
      late = undefined;
    },
    joint: "\n",
  };
}

/** It has no token: what turns it away is a line that is none of the port. */
async function program(): Promise<Stage> {
  const begins = (it: ProgramAtTest) =>
    it.adapter({ PATH: process.env.PATH ?? "", HOME: join(import.meta.dirname, "..") });
  const [well, broken] = [await ProgramAtTest.start(), await ProgramAtTest.start()];
  well.greeting = hello;
  broken.writes("Starting up…\n");
  let count = 0;
  const says = (text: string, more: object = {}) => well.says(message(String(++count), text, more));
  return {
    adapter: () => begins(well),
    refused: () => begins(broken),
    why: "refused",
    rules: { allow: ["ada"], groups: [] },
    ada: { chat: "ada", kind: "direct" },
    says,
    // It promised that a key is one message.
    shown: () => [
      ...new Map(
        well.heard.flatMap(({ type, key, text }) => (type === "send" ? [[key, String(text)]] : [])),
      ).values(),
    ],
    until: (holds) => well.until(holds),
    strangers: () => {
      rounds(
        40,
        () => says("Which bird?", { sender: "eve" }),
        () => says("/start", { sender: "eve" }),
        () => says("ABCD2345", { sender: "eve" }),
        () => says("Which bird?", { sender: " " }),
        () => says("Which bird?", { kind: "group", chat: "birds" }),
      );
      return 200;
    },
    spoke: () => well.sent(),
    cursorMoves: true,
    leaves: () => well.dies(),
    // It is begun anew by itself.
    returns: () => {},
  };
}
