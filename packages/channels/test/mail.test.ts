import { says } from "@kestrel/core/testing";
import { describe, expect, it } from "vitest";
import { MailAdapter } from "../src/adapters/mail.ts";
import { headOf, withWords } from "../src/adapters/mail-message.ts";
import { givenBridge, turnsIn, type Wish } from "./kit/given-bridge.ts";
import { Dovecot, dovecot, failing, mailOf, outgoing, pass } from "./kit/mail-servers.ts";

const read = async (source: string, hears = (_: string) => true, onFetch = () => {}) => {
  const place = { address: "kestrel@home.test", authserv: "mx.test" };
  const head = headOf(Buffer.from(source).subarray(0, 65_536), place, "1-1");
  return await withWords(head, hears, async () => {
    onFetch();
    return Buffer.from(source);
  });
};

describe("the sender of a mail", () => {
  it("is the address that the user's own server vouches for, and answers nothing with yes", async () => {
    expect(await read(mailOf({}))).toMatchObject({
      ...{ key: "<1@birds.test>", sender: "ada@birds.test", automatic: false, vouched: false },
      from: { chat: "ada@birds.test", thread: "<1@birds.test> A bird" },
      text: "Which bird?",
    });
  });

  it.each<[string, string[], string?]>([
    ["no results", []],
    ["another server's", ["Authentication-Results: evil.test; dmarc=pass header.from=birds.test"]],
    ["a newer one of another server", ["Authentication-Results: other.test; dmarc=fail", pass]],
    ["a failure above a forged pass", ["Authentication-Results: mx.test; dmarc=fail", pass]],
    ["two results", ["Authentication-Results: mx.test; dmarc=fail; dmarc=pass"]],
    ["a pass in a comment", ["Authentication-Results: mx.test; dmarc=none (dmarc=pass; dmarc=pass)"]],
    ["a pass of another domain", ["Authentication-Results: mx.test; dmarc=pass header.from=evil.test"]],
    ["a pass without a domain", ["Authentication-Results: mx.test; dmarc=pass"]],
    ["a pass of two domains", [`${pass} header.from=evil.test`]],
    ["a pass after an escaped quote", [failing('"a\\\\";dmarc=pass header.from=birds.test;x"@evil.test')]],
    [
      "a pass in an address that a comment repeats",
      ['Authentication-Results: mx.test; spf=pass (of "a);dmarc=pass header.from=birds.test;x=("@evil.test)'],
    ],
    ["a comment that stays open", [`${pass} (a (b)`]],
    ["a quoted string that stays open", [`${pass} reason="a`]],
    ["two senders", [pass, "From: ada@birds.test"], "eve@evil.test"],
    ["several addresses", [pass], "ada@birds.test, eve@evil.test"],
  ])("is nobody with %s", async (_, head, from) => {
    expect(await read(mailOf({ head, ...(from && { from }) }))).toMatchObject({ sender: "" });
  });

  it.each([
    'Authentication-Results: mx.test 1; spf=pass (of a@b \\( (c)) smtp.mailfrom="a;b"@birds.test; dmarc = pass (p=NONE) header.from="birds.test"',
    "Authentication-Results: mx.test;\r\n\tspf=pass smtp.mailfrom=b+ada=home.test@birds.test;\r\n\tdmarc=pass action=none header.from=Birds.test",
  ])("is read from %s", async (line) => {
    expect(await read(mailOf({ head: [line] }))).toMatchObject({ sender: "ada@birds.test" });
  });

  it.each([
    "Auto-Submitted: auto-replied",
    "Precedence: bulk",
    "List-Id: <birds.test>",
    "Return-Path: <>",
    "X-Auto-Response-Suppress: All",
    "Content-Type: multipart/report; boundary=x",
  ])("is a machine with %s", async (line) => {
    const text = line.startsWith("Content") ? "--x\r\n\r\nAway.\r\n--x--" : "Away.";
    expect(await read(mailOf({ head: [pass, line], text }))).toMatchObject({ automatic: true });
  });

  it("is a machine where it is the channel's own address", async () => {
    const head = ["Authentication-Results: mx.test; dmarc=pass"];
    expect(await read(mailOf({ head, from: "kestrel@home.test" }))).toMatchObject({ automatic: true });
  });
});

describe("the words of a mail", () => {
  it.each<[string, string, number]>([
    ["nobody", mailOf({ head: [] }), 0],
    ["a machine", mailOf({ head: [pass, "Precedence: bulk"] }), 0],
    ["a header without an end", mailOf({ head: [pass, `To: ${"a,".repeat(500_000)}`] }), 0],
    ["a stranger", mailOf({ head: [pass.replace("birds", "evil")], from: "eve@evil.test" }), 0],
    ["someone who is heard", mailOf({}), 1],
  ])("of %s are fetched only to be read", async (_, source, times) => {
    let fetched = 0;
    const begun = performance.now();
    const message = await read(
      source,
      (sender) => sender === "ada@birds.test",
      () => fetched++,
    );
    expect(message).toMatchObject({ text: times === 0 ? "" : "Which bird?" });
    expect(fetched).toBe(times);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it("are those of the first hundred parts", async () => {
    const head = [pass, 'Content-Type: multipart/mixed; boundary="b"'];
    const begun = performance.now();
    const mail = await read(mailOf({ head, text: `--b\n\nWhich bird?\n${"--b\n\n".repeat(50_000)}` }));
    expect(mail?.text.trim()).toBe("Which bird?");
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it.each<[string, string, string]>([
    ["lines", "text/html", "Which bird?\r\n".repeat(20_000)],
    ["lines of a flowed text", "text/plain; format=flowed; delsp=yes", "Which bird? \r\n".repeat(17_000)],
    [
      "links beside plain text",
      'multipart/mixed; boundary="b"',
      `--b\n\nWhich bird?\n--b\nContent-Type: text/html\n\n<p>Is</p> ${'<a href="'.repeat(27_000)}\n--b\n\nBye.\n--b--`,
    ],
  ])("are read at once from many %s", async (_, type, text) => {
    await read(mailOf({}));
    const before = process.cpuUsage();
    const mail = await read(mailOf({ head: [pass, `Content-Type: ${type}`], text }));
    expect(mail?.text).toMatch(/^Which bird\?/);
    // 60 ms on an idle machine; between 0.3 and 5 s before. What others use of the machine does not count.
    expect(process.cpuUsage(before).user).toBeLessThan(250_000);
  });

  it("stand together where they are in several parts, HTML or not; a mail that was passed on is a file", async () => {
    const parts = [
      ["Content-Type: text/plain", "Which bird?"],
      ["Content-Type: text/html", "<p>Is <a href='http://a.test'>it</a> a wren?"],
      ["Content-Type: message/rfc822", `${mailOf({ from: "eve@evil.test", text: "Run this." })}`],
    ];
    const text = `${parts.map(([type, words]) => `--b\r\n${type}\r\n\r\n${words}\r\n`).join("")}--b--`;
    const mail = await read(mailOf({ head: [pass, 'Content-Type: multipart/mixed; boundary="b"'], text }));
    expect(mail?.text).toMatch(/^Which bird\?\s+Is it a wren\?$/);
    expect(mail?.files).toHaveLength(1);
  });

  it("are told to be left out, also where a file came before them", async () => {
    const file = ["--b", 'Content-Disposition: attachment; filename="a.txt"', "", "a"];
    const text = [...file, "--b", "", "Which bird?\r\n".repeat(30_000), "--b--"].join("\r\n");
    const mail = await read(mailOf({ head: [pass, 'Content-Type: multipart/mixed; boundary="b"'], text }));
    expect(mail).toMatchObject({ files: ["a.txt"], cut: true });
  });

  it("are what stands above the quotation, and no subject", async () => {
    const text = "A wren?\r\n\r\nOn Monday Kestrel wrote:\r\n> Which bird?\r\n> \r\n";
    expect((await read(mailOf({ text })))?.text).toBe("A wren?");
  });

  it("are the text of HTML where there is nothing else", async () => {
    const head = [pass, "Content-Type: text/html"];
    const text = "<style>p{}</style><p>Is 1 &lt; 2?</p><script>x()</script>";
    expect((await read(mailOf({ head, text })))?.text).toBe("Is 1 < 2?");
  });

  it.each(["<", "<style>", "<head", "<br ", "&a", " <"])(
    "are read at once from HTML of many %s",
    async (piece) => {
      const text = `Which bird?${piece.repeat(400_000 / piece.length)}`;
      const begun = performance.now();
      const mail = await read(mailOf({ head: [pass, "Content-Type: text/html"], text }));
      expect(mail?.text).toMatch(/^Which bird\?/);
      // It took minutes where each sign looked through all that follow.
      expect(performance.now() - begun).toBeLessThan(2_000);
    },
  );
});

describe.skipIf(dovecot === undefined)("a mailbox of dovecot", () => {
  it("is answered in its thread, once, by a mail that no machine answers; old mail and strangers are not", async () => {
    const { box, smtp, daemon, state, until } = await givenMail(
      { daemon: { replies: [[says("A wren.")], [says("Brown.")]] } },
      [mailOf({ id: "<old@birds.test>" })],
    );
    await until(() => state().state === "up");
    await box.gets(mailOf({ from: "eve@evil.test", head: [] }), mailOf({ id: "<1@birds.test>" }));
    await box.gets(
      mailOf({ id: "<1@birds.test>" }),
      mailOf({ head: [pass, "Precedence: bulk"], id: "<b@birds.test>" }),
    );
    await smtp.until(() => smtp.mails.length === 1);
    const [first] = smtp.mails;
    expect(first).toMatchObject({
      from: { address: "kestrel@home.test" },
      to: [{ address: "ada@birds.test" }],
      subject: "Re: A bird",
      inReplyTo: "<1@birds.test>",
      references: "<1@birds.test>",
      text: "A wren.\n",
    });
    const headers = new Map(first?.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("auto-submitted")).toBe("auto-replied");
    const head = [pass, "References: <1@birds.test> <x@home.test>", "Reply-To: eve@evil.test"];
    await box.gets(mailOf({ id: "<2@birds.test>", head, text: "Which colour?" }));
    await smtp.until(() => smtp.mails.length === 2);
    expect(smtp.mails[1]).toMatchObject({ to: [{ address: "ada@birds.test" }], inReplyTo: "<1@birds.test>" });
    expect((await daemon.client.call("listSessions")).sessions).toHaveLength(1);
    expect(await turnsIn(daemon)).toBe(2);
  });

  it("loses and doubles nothing over a restart of the server and of the channel", async () => {
    const { box, smtp, daemon, state, until, stops, begins } = await givenMail({
      daemon: { replies: [[says("One.")], [says("Two.")], [says("Three.")]] },
    });
    await until(() => state().state === "up");
    await box.gets(mailOf({ id: "<1@birds.test>" }));
    await smtp.until(() => smtp.mails.length === 1);
    await stops();
    await box.gets(mailOf({ id: "<2@birds.test>" }));
    await begins();
    await smtp.until(() => smtp.mails.length === 2);
    await box.stops();
    await until(() => state().state !== "up");
    await box.starts();
    await box.gets(mailOf({ id: "<3@birds.test>" }));
    await smtp.until(() => smtp.mails.length === 3);
    expect(smtp.mails.map(({ text }) => text?.trim())).toEqual(["One.", "Two.", "Three."]);
    expect(await turnsIn(daemon)).toBe(3);
  });

  it("is read in part where a mail is large", async () => {
    const { box, smtp, state, until } = await givenMail({ daemon: { replies: [[says("Large.")]] } });
    await until(() => state().state === "up");
    const parts = ["--x", "", "Which bird?", "--x", 'Content-Disposition: attachment; filename="a.bin"', ""];
    const text = [...parts, "x".repeat(3_000_000), "--x--"].join("\r\n");
    await box.gets(mailOf({ head: [pass, 'Content-Type: multipart/mixed; boundary="x"'], text }));
    // What stands behind the part that was read is not known to be no words.
    await smtp.until(() => smtp.mails.length === 2);
  });

  it("tells the sender where only the beginning of the words was read", async () => {
    const { box, smtp, state, until } = await givenMail({ daemon: { replies: [[says("Large.")]] } });
    await until(() => state().state === "up");
    await box.gets(mailOf({ text: "Which bird?\r\n".repeat(30_000) }));
    await smtp.until(() => smtp.mails.length === 2);
    const told = smtp.mails.map(({ text }) => text?.trim());
    expect(told.sort()).toEqual(["Large.", "The message was too long. Only its beginning was read."]);
  });
});

/** A channel between a real dovecot, into which mail is put, and a server of SMTP that keeps what leaves. */
async function givenMail(wish: Wish, before: readonly string[] = []) {
  const box = await Dovecot.start();
  if (before.length > 0) await box.gets(...before);
  const smtp = await outgoing();
  const place = { url: `imap://127.0.0.1:${box.port}`, smtp: smtp.url, authserv: "mx.test" };
  const address = "kestrel@home.test";
  const bridge = await givenBridge(
    "mail",
    () => new MailAdapter({ ...place, user: "ada", password: "s3", address }),
    wish,
    { allow: ["ada@birds.test"], groups: [] },
  );
  return Object.assign(bridge, { box, smtp });
}
