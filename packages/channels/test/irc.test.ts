import { says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { IrcAdapter } from "../src/adapters/irc.ts";
import { readIrcLine, withoutFormatting } from "../src/adapters/irc-line.ts";
import { givenBridge, type Wish } from "./kit/given-bridge.ts";
import { givenIrcv3, Ngircd, ngircd, Person } from "./kit/irc-servers.ts";

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
});

describe("a server of IRCv3", () => {
  it("names accounts: they are the senders, whatever the nick is; a password goes by SASL", async () => {
    const server = await givenIrcv3();
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
    const server = await givenIrcv3(`:s ${line}`);
    const { state, until } = await givenBridge(
      "irc",
      () => new IrcAdapter({ url: server.url, nick: "kestrel", groups: [], secret: "s3" }),
    );
    await until(() => state().state === "parked");
    expect(state()).toMatchObject({ why, detail: line.slice(line.indexOf(":") + 1) });
    expect(server.met).toBe(1);
  });

  it("gets no word for 200 messages of strangers", async () => {
    const server = await givenIrcv3();
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
    const server = await givenIrcv3();
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
    const server = await givenIrcv3();
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
