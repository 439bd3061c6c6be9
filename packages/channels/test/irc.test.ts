import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { says } from "@kestrel/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { partOfMachine } from "../../../test/machine.ts";
import { IrcAdapter } from "../src/adapters/irc.ts";
import { readIrcLine, withoutFormatting } from "../src/adapters/irc-line.ts";
import { givenBridge, turnsIn, type Wish } from "./kit/given-bridge.ts";

const ngircd = partOfMachine("KESTREL_TEST_NGIRCD");

describe("a line of IRC", () => {
  it.each([
    ["PING :a b", { source: "", command: "PING", words: ["a b"], tags: {} }],
    [
      ":s 433 * kestrel :in use",
      { source: "s", command: "433", words: ["*", "kestrel", "in use"], tags: {} },
    ],
    [
      "@account=ada;+x=a\\:b\\sc;empty :a!b@c PRIVMSG #birds ::) hi",
      {
        source: "a!b@c",
        command: "PRIVMSG",
        words: ["#birds", ":) hi"],
        tags: { account: "ada", "+x": "a;b c", empty: "" },
      },
    ],
    ["", { source: "", command: "", words: [], tags: {} }],
  ])("is read: %s", (line, read) => {
    expect(readIrcLine(line)).toEqual(read);
  });

  it("loses its colours", () => {
    expect(withoutFormatting("\u000304,12red\u0003 \u0002bold\u000f 鸟")).toBe("red bold 鸟");
  });
});

describe.skipIf(ngircd === undefined)("a channel of ngircd", () => {
  it("answers a person it knows by nick!user@host, in lines within 512 bytes, and no stranger", async () => {
    const long = Array.from({ length: 14 }, (_, index) => `Line ${index}: 鸟 sang 🐦 all day long.`).join(
      "\n",
    );
    const { person, daemon, state, until } = await givenIrc({ daemon: { replies: [[says(long)]] } });
    await until(() => state().state === "up");
    const eve = await person("eve");
    const ada = await person("ada");
    eve.writes("PRIVMSG kestrel :/start", "PRIVMSG kestrel :ABCD2345", "NOTICE kestrel :hi");
    eve.writes("PRIVMSG kestrel :\u0001VERSION\u0001");
    await until(() => state().dropped === 2);
    ada.writes("PRIVMSG kestrel :Which birds?");
    await ada.until(() => ada.told().some((text) => text.startsWith("Line 13")));
    expect(ada.told().join("\n")).toBe(long);
    for (const line of ada.lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(510);
    expect(eve.told()).toEqual([]);
    expect(await turnsIn(daemon)).toBe(1);
  });

  it("hears a group only where it is named there, and by whom it knows; what it does is a plan", async () => {
    const { person, daemon, state, until, sessions } = await givenIrc({
      daemon: { replies: [[says("A wren.")]] },
      rules: { groups: ["#Birds"] },
    });
    await until(() => state().state === "up");
    const [ada, eve] = [await person("ada", "#birds"), await person("eve", "#birds")];
    await ada.until(() => ada.lines.some((line) => /353 .*kestrel/.test(line)));
    ada.writes("PRIVMSG #birds :Which bird?", "PRIVMSG #birds :kestrels fly");
    eve.writes("PRIVMSG #birds :kestrel: which bird?");
    await until(() => state().dropped === 3);
    ada.writes("PRIVMSG #birds :kestrel: which bird?");
    await eve.until(() => eve.told().includes("A wren."));
    const [session] = await sessions();
    expect(session).toMatchObject({ mode: "plan" });
    const [started] = (await daemon.logOf(session?.id as never)).flatMap(({ body }) =>
      body.type === "turn.started" ? [body.text] : [],
    );
    expect(started).toBe("which bird?");
  });

  it("does not send an answer to another person who took the nick", async () => {
    const { bridge, person, state, until } = await givenIrc({ paceMs: 0 });
    await until(() => state().state === "up");
    const ada = await person("ada");
    await bridge.post({ chat: ada.mask, kind: "direct" }, "For Ada.", "one");
    await ada.until(() => ada.told().includes("For Ada."));
    ada.writes("QUIT");
    await ada.gone;
    const eve = await person("ada", undefined, "eve");
    await bridge.post({ chat: ada.mask, kind: "direct" }, "For Ada alone.", "two");
    await until(() => state().queue?.out === 0 && (state().detail ?? "").includes("another person"));
    expect(eve.told()).toEqual([]);
  });

  it("ends an answer where another person takes the nick in the middle of it", async () => {
    const { bridge, person, state, until } = await givenIrc({ paceMs: 200, nickHoldsMs: 0 });
    await until(() => state().state === "up");
    const [ada, eve] = [await person("ada"), await person("eve")];
    const lines = Array.from({ length: 20 }, (_, index) => `Line ${index}.`);
    await bridge.post({ chat: ada.mask, kind: "direct" }, lines.join("\n"), "one");
    await ada.until(() => ada.told().includes("Line 4."));
    ada.writes("NICK lovelace");
    await ada.until(() => ada.lines.some((line) => /^:ada!\S+ NICK/.test(line)));
    eve.writes("NICK ada");
    await eve.until(() => eve.lines.some((line) => /^:eve!\S+ NICK/.test(line)));
    await until(() => state().queue?.out === 0);
    // One line can be on its way in the server while the nick changes hands.
    expect(eve.told().length).toBeLessThanOrEqual(1);
    expect(lines.slice(0, 10).join()).toContain(ada.told().join());
    expect(state().detail).toContain("another person");
  });

  it("takes another nick where its own is taken", async () => {
    const { irc, person, state, until } = await givenIrc({
      daemon: { replies: [[says("Hello.")]] },
      late: true,
    });
    const thief = await person("kestrel");
    const ada = await person("ada");
    await irc.begins();
    await until(() => state().state === "up");
    ada.writes("PRIVMSG kestrel_ :Hi");
    await ada.until(() => ada.told().includes("Hello."));
    expect(thief.told()).toEqual([]);
  });

  it("is there again after the server was away, thrice, and misses none of its own words", async () => {
    const pauses: number[] = [];
    const { irc, bridge, person, state, until } = await givenIrc({
      surroundings: { pause: async (ms) => void pauses.push(ms) },
    });
    for (let round = 1; round <= 3; round++) {
      await until(() => state().state === "up");
      await irc.stops();
      await until(() => state().state !== "up");
      const ada = "ada!~ada@127.0.0.1";
      await bridge.post({ chat: ada, kind: "direct" }, `Round ${round}`, `round-${round}`);
      await irc.starts();
      const here = await person("ada");
      expect(here.mask).toBe(ada);
      await here.until(() => here.told().some((text) => text.includes(`Round ${round}`)));
      here.writes("QUIT");
      await here.gone;
    }
    expect(pauses.length).toBeGreaterThanOrEqual(3);
  });
});

describe("a server of IRCv3", () => {
  it("names accounts: they are the senders, whatever the nick is; a password goes by SASL", async () => {
    const server = await givenServer();
    const { state, until } = await givenBridge(
      "irc",
      () => new IrcAdapter({ url: server.url, nick: "kestrel", groups: [], secret: "s3", paceMs: 0 }),
      { daemon: { replies: [[says("Hello.")]] } },
    );
    await until(() => state().state === "up");
    expect(server.heard.slice(0, 6)).toEqual([
      "CAP LS 302",
      "NICK kestrel",
      "USER kestrel 0 * :Kestrel",
      "CAP REQ :account-tag message-tags sasl",
      "AUTHENTICATE PLAIN",
      `AUTHENTICATE ${Buffer.from("\0kestrel\0s3").toString("base64")}`,
    ]);
    server.writes("@account=eve :ada!a@h PRIVMSG kestrel :Hi", "@account=ada;bot :b!a@h PRIVMSG kestrel :Hi");
    server.writes("@account=ada;msgid=m1 :whoever!a@h PRIVMSG kestrel :Hi");
    server.writes("@account=ada;msgid=m1 :whoever!a@h PRIVMSG kestrel :Hi");
    await server.until(() => server.heard.includes("PRIVMSG whoever :Hello."));
    expect(state().dropped).toBe(2);
    expect(server.heard.filter((line) => line.startsWith("PRIVMSG"))).toHaveLength(1);
  });

  it.each([
    ["904 kestrel :SASL authentication failed", "auth"],
    ["465 kestrel :You are banned", "refused"],
  ])("that answers %s stops the channel with a sentence", async (line, why) => {
    const server = await givenServer(`:s ${line}`);
    const { state, until } = await givenBridge(
      "irc",
      () => new IrcAdapter({ url: server.url, nick: "kestrel", groups: [], secret: "s3" }),
    );
    await until(() => state().state === "parked");
    expect(state()).toMatchObject({ why, detail: line.slice(line.indexOf(":") + 1) });
    expect(server.met).toBe(1);
  });

  it("gets no word for 200 messages of strangers", async () => {
    const server = await givenServer();
    const { state, sessions, until } = await givenBridge(
      "irc",
      () => new IrcAdapter({ url: server.url, nick: "kestrel", groups: ["#birds"], paceMs: 0 }),
      {},
      { allow: ["ada"], groups: ["#birds"] },
    );
    await until(() => state().state === "up");
    await server.until(() => server.heard.includes("JOIN #birds"));
    const asked = server.heard.length;
    for (let round = 0; round < 25; round++)
      server.writes(
        ...["hello", "/start", "ABCD2345"].map((text) => `@account=eve :ada!a@h PRIVMSG kestrel :${text}`),
        "@account= :ada!a@h PRIVMSG kestrel :blank",
        ":ada!a@h PRIVMSG kestrel :no account",
        "@account=ada;bot :ada!a@h PRIVMSG kestrel :a program",
        "@account=ada :ada!a@h PRIVMSG #birds :not for you",
        "@account=eve :eve!a@h PRIVMSG #birds :kestrel: a stranger",
      );
    await until(() => state().dropped === 200);
    expect(server.heard.slice(asked).filter((line) => !/^P[IO]NG/.test(line))).toEqual([]);
    expect(await sessions()).toEqual([]);
  });

  it("is answered under the nick of before, however many strangers wrote since", async () => {
    const server = await givenServer();
    const { bridge, state, until } = await givenBridge(
      "irc",
      () => new IrcAdapter({ url: server.url, nick: "kestrel", groups: [], paceMs: 0 }),
      { daemon: { replies: [[says("Hello.")]] } },
    );
    await until(() => state().state === "up");
    server.writes("@account=ada :whoever!a@h PRIVMSG kestrel :Hi");
    await server.until(() => server.heard.includes("PRIVMSG whoever :Hello."));
    const strangers = Array.from({ length: 1_100 }, (_, index) => `eve${index}`);
    server.writes(...strangers.map((eve) => `@account=${eve} :${eve}!e@h PRIVMSG kestrel :hello`));
    await until(() => state().dropped === 1_100);
    await bridge.post({ chat: "ada", kind: "direct" }, "And now?", "one");
    await server.until(() => server.heard.some((line) => line.endsWith(":And now?")));
    expect(server.heard.filter((line) => line.startsWith("PRIVMSG")).at(-1)).toBe(
      "PRIVMSG whoever :And now?",
    );
  });

  it("gets a line that is too long as several", async () => {
    const server = await givenServer();
    const adapter = new IrcAdapter({ url: server.url, nick: "kestrel", groups: [], paceMs: 0 });
    const leaving = new AbortController();
    let listening: Promise<void> | undefined;
    await new Promise<void>((up) => {
      const no = () => false;
      const nothing = {
        cursor: undefined,
        hears: no,
        admits: no,
        take: async () => ({ fresh: 0, known: 0 }),
      };
      listening = adapter.listen({ ...nothing, signal: leaving.signal, up });
    });
    void adapter.send({ chat: "#birds", kind: "group" }, { text: "🐦".repeat(200) }).catch(() => {});
    const said = () => server.heard.filter((line) => line.startsWith("PRIVMSG #birds :"));
    await server.until(() => said().length === 3);
    for (const line of said()) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(400);
    leaving.abort();
    await listening;
  });

  it("gets no password without TLS", async () => {
    const adapter = () =>
      new IrcAdapter({ url: "irc://irc.example.org", nick: "k", groups: [], secret: "s3" });
    const { state, until } = await givenBridge("irc", adapter);
    await until(() => state().state === "parked");
    expect(state().detail).toBe("a password needs ircs://");
  });
});

type IrcWish = Wish & { paceMs?: number; nickHoldsMs?: number; late?: boolean };

/** A channel of a real ngircd, and persons who speak with it as any client does. */
async function givenIrc({ paceMs = 20, nickHoldsMs, late = false, ...wish }: IrcWish = {}) {
  const irc = await Ngircd.start();
  const groups = wish.rules?.groups ?? [];
  const url = `irc://127.0.0.1:${irc.port}`;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const make = () => {
    const adapter = new IrcAdapter({ url, nick: "kestrel", groups, paceMs, nickHoldsMs });
    const listen = adapter.listen.bind(adapter);
    if (late) adapter.listen = async (listening) => begun.then(() => listen(listening));
    return adapter;
  };
  const bridge = await givenBridge("irc", make, wish, {
    allow: ["ada!~ada@127.0.0.1"],
    groups: [],
  });
  return Object.assign(bridge, {
    irc: Object.assign(irc, { begins: async () => begin() }),
    person: (nick: string, group?: string, user?: string) => Person.meets(irc.port, nick, group, user),
  });
}

class Ngircd {
  port = 0;
  #folder = "";
  #child: ChildProcess | undefined;

  static async start(): Promise<Ngircd> {
    const irc = new Ngircd();
    irc.#folder = await mkdtemp(join(tmpdir(), "kestrel-ngircd-"));
    irc.port = await freePort();
    const lines = [
      ...["[Global]", "Name = irc.test.local", "Info = test", "Listen = 127.0.0.1", `Ports = ${irc.port}`],
      ...["MotdPhrase = hello", "[Limits]", "MaxConnectionsIP = 0", "MaxNickLength = 30"],
      ...["[Options]", "DNS = no", "Ident = no", "PAM = no"],
    ];
    await writeFile(join(irc.#folder, "ngircd.conf"), `${lines.join("\n")}\n`);
    await irc.starts();
    onTestFinished(async () => {
      await irc.stops();
      await rm(irc.#folder, { recursive: true, force: true });
    });
    return irc;
  }

  /** Resolves when it takes connections. */
  async starts(): Promise<void> {
    this.#child = spawn(ngircd ?? "", ["-n", "-f", join(this.#folder, "ngircd.conf")], { stdio: "ignore" });
    while (!(await takesConnections(this.port))) expect(this.#child.exitCode).toBe(null);
  }

  async stops(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    await ended;
  }
}

/** A person at a client of their own. */
class Person {
  readonly lines: string[] = [];
  mask = "";
  gone: Promise<void> = Promise.resolve();
  #socket: Socket | undefined;
  readonly #waiting: (() => void)[] = [];

  static async meets(port: number, nick: string, group = "", user = nick): Promise<Person> {
    const person = new Person();
    const socket = connect(port, "127.0.0.1");
    person.#socket = socket;
    person.gone = new Promise((resolve) => socket.once("close", () => resolve()));
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    let rest = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        person.lines.push(line);
        if (line.startsWith("PING")) person.writes(line.replace("PING", "PONG"));
      }
      for (const wake of person.#waiting.splice(0)) wake();
    });
    person.writes(`NICK ${nick}`, `USER ${user} 0 * :A person`);
    await person.until(() => person.lines.some((line) => / (?:376|422) /.test(line)));
    if (group !== "") {
      person.writes(`JOIN ${group}`);
      await person.until(() => person.lines.some((line) => line.includes(" 366 ")));
    }
    person.writes(`WHOIS ${nick}`);
    await person.until(() => person.lines.some((line) => line.includes(" 318 ")));
    const [, , , , name, host] = person.lines.find((line) => line.includes(" 311 "))?.split(" ") ?? [];
    person.mask = `${nick}!${name}@${host}`;
    return person;
  }

  writes(...lines: string[]): void {
    for (const line of lines) this.#socket?.write(`${line}\r\n`);
  }

  /** What the channel said to this person, or in a group of theirs. */
  told(): string[] {
    return this.lines.flatMap((line) => /^:kestrel_?!\S+ PRIVMSG \S+ :(.*)$/.exec(line)?.slice(1) ?? []);
  }

  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

/** A server that speaks IRCv3 as its specification has it (capabilities, SASL, account-tag, WHOIS), or refuses with one line. */
async function givenServer(refusal?: string) {
  const heard: string[] = [];
  const waiting: (() => void)[] = [];
  let socket: Socket | undefined;
  const it = { heard, met: 0, url: "" };
  const writes = (...lines: string[]) => socket?.write(lines.map((line) => `${line}\r\n`).join(""));
  const answers: [RegExp, (rest: string) => string[]][] = [
    [
      /^CAP LS 302/,
      () => [":s CAP * LS * :multi-prefix", ":s CAP * LS :account-tag message-tags sasl=PLAIN"],
    ],
    [/^CAP REQ :(.*)/, (names) => [`:s CAP * ACK :${names}`]],
    [/^AUTHENTICATE PLAIN/, () => ["AUTHENTICATE +"]],
    [/^AUTHENTICATE (\S{8,})/, () => [refusal ?? ":s 903 kestrel :SASL authentication successful"]],
    [/^CAP END/, () => [":s 001 kestrel :Welcome"]],
    [/^PING :(.*)/, (sign) => [`:s PONG s :${sign}`]],
    [
      /^WHOIS (.*)/,
      (nick) => [
        `:s 311 k ${nick} a h * :A`,
        `:s 330 k ${nick} ada :is logged in as`,
        `:s 318 k ${nick} :End`,
      ],
    ],
  ];
  const server = createServer((one) => {
    socket = one;
    it.met++;
    one.on("error", () => {});
    one.setEncoding("utf8").on("data", (text: string) => {
      for (const line of text.split("\r\n").filter((part) => part !== "")) {
        heard.push(line);
        for (const [form, answer] of answers) {
          const found = form.exec(line);
          if (found) writes(...answer(found[1] ?? ""));
        }
      }
      for (const wake of waiting.splice(0)) wake();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  it.url = `irc://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(it, {
    writes,
    async until(holds: () => boolean) {
      while (!holds()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  });
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const isTaken = await new Promise<boolean>((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => setTimeout(resolve, 20, false));
  });
  socket.destroy();
  return isTaken;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
