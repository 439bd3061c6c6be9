import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { isLoopback } from "@kestrel/text";
import { linesOf } from "../lines.ts";
import {
  type ChannelAdapter,
  ChannelFault,
  type Incoming,
  type Listening,
  type Outgoing,
  SendRefused,
  type Target,
} from "../port.ts";
import { splitText } from "../split-text.ts";
import { type IrcLine, readIrcLine, withoutFormatting } from "./irc-line.ts";

/** Bytes of one line of ours: 512 with its end (RFC 1459), less what a server puts in front of it: `:nick!user@host PRIVMSG target :`. */
const mostLine = 340;
/** Bytes of a line of a server: 512, and 8,191 of tags (IRCv3). */
const longestLine = 16_384;
/** RFC 1459, 8.10: one line in two seconds, and five of them at once. */
const paceMs = 2_000;
const burst = 5;
const pingMs = 60_000;
const answerMs = 30_000;
const mostNicks = 4;
/** A nick's owner is asked again after this time: lines wait for each other, and a nick is free when its user leaves. */
const nickHoldsMs = 5_000;

type IrcParts = {
  url: string;
  nick: string;
  groups: readonly string[];
  /** The password of the account with the nick's name, or of the server where it has no accounts. */
  secret?: string;
  paceMs?: number;
  nickHoldsMs?: number;
};

/**
 * IRC under one nick (RFC 1459, IRCv3 when the server supports it). A sender is the services account that the server names
 * (`account-tag`); otherwise `nick!user@host`, and then no answer to a question is accepted. A direct chat has its sender's name:
 * nicks change hands, so a nick's owner is checked before each message.
 */
export class IrcAdapter implements ChannelAdapter {
  readonly limits = { unit: "bytes", count: mostLine } as const;
  readonly sendsOnce = false;
  readonly #parts: IrcParts;
  #socket: Socket | undefined;
  #nick = "";
  #isUp = false;
  /** An account's nick in its last message. */
  readonly #nicks = new Map<string, string>();
  readonly #watchers = new Set<(line: IrcLine) => void>();
  /** When each of the last lines was sent. */
  #sent: number[] = [];
  #line: Promise<unknown> = Promise.resolve();

  constructor(parts: IrcParts) {
    this.#parts = parts;
  }

  async listen({ signal, up, hears, take }: Listening): Promise<void> {
    const { nick, groups } = this.#parts;
    const socket = this.#open();
    this.#socket = socket;
    this.#nick = nick;
    this.#sent = [];
    const stop = () => socket.end("QUIT\r\n", () => socket.destroy());
    signal.addEventListener("abort", stop, { once: true });
    let silent = false;
    const pings = setInterval(() => {
      if (silent) return void socket.destroy(new Error("the server is silent"));
      silent = true;
      this.#write(`PING :${this.#nick}`);
      if (this.#isUp && this.#nick !== nick) this.#write(`NICK ${nick}`);
    }, pingMs);
    let trouble = "the server closed the connection";
    try {
      socket.once("connect", () => this.#register());
      for await (const text of linesOf(socket.setEncoding("utf8"), longestLine)) {
        silent = false;
        const line = readIrcLine(text);
        if (line.command === "ERROR") trouble = line.words.join(" ");
        if (line.command === "001") {
          this.#nick = line.words[0] ?? this.#nick;
          for (const group of groups) this.#write(`JOIN ${group}`);
          this.#isUp = true;
          up();
        }
        this.#onLine(line);
        for (const watch of this.#watchers) watch(line);
        const incoming = this.#incoming(line, hears);
        if (incoming) await take([incoming], undefined);
      }
      throw new ChannelFault(trouble.slice(0, 300));
    } catch (error) {
      if (!signal.aborted)
        throw error instanceof ChannelFault ? error : new ChannelFault((error as Error).message);
    } finally {
      clearInterval(pings);
      signal.removeEventListener("abort", stop);
      this.#isUp = false;
      this.#socket = undefined;
      socket.destroy();
      for (const watch of this.#watchers) watch({ command: "ERROR", words: [], tags: {}, source: "" });
    }
  }

  /** One line after the other, no faster than a server allows. A reply to a PING after them confirms that they arrived. */
  send(target: Target, message: Outgoing): Promise<undefined> {
    const sent = this.#line.catch(() => undefined).then(() => this.#send(target, message)); // expected: that one rejected
    this.#line = sent;
    return sent;
  }

  async #send({ chat, kind }: Target, { text }: Outgoing): Promise<undefined> {
    let to = kind === "group" ? chat : await this.#nickOf(chat);
    let askedAt = Date.now();
    const lines = text
      .replaceAll("\0", "")
      .split(/[\r\n]+/)
      .filter((line) => line.trim() !== "")
      .flatMap((line) => splitText(line, this.limits));
    const holdsMs = this.#parts.nickHoldsMs ?? nickHoldsMs;
    for (const line of lines) {
      await this.#room();
      if (kind !== "group" && Date.now() - askedAt > holdsMs) {
        // No pause between the answer and the line: the nick could change hands in it.
        await this.#room(2);
        to = await this.#nickOf(chat);
        askedAt = Date.now();
      }
      await this.#paced(`PRIVMSG ${to} :${line.replaceAll("\u0001", "")}`);
    }
    const sign = `k${randomUUID().slice(0, 8)}`;
    await this.#ask(`PING :${sign}`, ({ command, words }) => {
      // No such nick, no such channel, cannot send there, not in it.
      if (["401", "403", "404", "442"].includes(command) && words[1] === to)
        throw new SendRefused(words.at(-1) ?? command);
      return command === "PONG" && words.at(-1) === sign ? true : undefined;
    });
  }

  /** The nick that this sender has now. Rejects with `SendRefused` where another one, or no one, has it. */
  async #nickOf(sender: string): Promise<string> {
    const [, masked] = /^([^!]+)!/.exec(sender) ?? [];
    const nick = masked ?? this.#nicks.get(sender) ?? sender;
    let [mask, account] = ["", ""];
    await this.#ask(`WHOIS ${nick}`, ({ command, words }) => {
      if (command === "311") mask = `${words[1]}!${words[2]}@${words[3]}`;
      if (command === "330") account = words[2] ?? "";
      return command === "318" ? true : undefined;
    });
    if (masked === undefined ? account !== sender : mask !== sender)
      throw new SendRefused(`${nick} is not there, or is another person now`);
    return nick;
  }

  #ask(line: string, read: (line: IrcLine) => true | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const settle = (error?: Error) => {
        clearTimeout(late);
        this.#watchers.delete(watch);
        if (error) reject(error);
        else resolve();
      };
      const late = setTimeout(() => settle(new ChannelFault("the server does not answer")), answerMs);
      const watch = (given: IrcLine) => {
        try {
          if (given.command === "ERROR") settle(new ChannelFault("the connection ended"));
          else if (read(given)) settle();
        } catch (error) {
          settle(error as Error);
        }
      };
      this.#watchers.add(watch);
      this.#paced(line).catch(settle);
    });
  }

  /** Resolves when so many lines more may be sent at once. */
  async #room(lines = 1): Promise<void> {
    const pace = this.#parts.paceMs ?? paceMs;
    const oldest = this.#sent.at(lines - 1 - burst);
    if (oldest !== undefined) await wait(Math.max(0, oldest + pace * burst - Date.now()));
  }

  async #paced(line: string): Promise<void> {
    await this.#room();
    if (!this.#isUp) throw new ChannelFault("not connected");
    this.#sent = [...this.#sent.slice(-burst), Date.now()];
    this.#write(line);
  }

  #write(line: string): void {
    this.#socket?.write(`${line}\r\n`);
  }

  #open(): Socket {
    const { url, secret } = this.#parts;
    const { protocol, hostname, port } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, "");
    if (/^ircs:$/i.test(protocol)) return connectTls({ host, port: Number(port || 6697), servername: host });
    if (secret !== undefined && !isLoopback(url))
      throw new ChannelFault("a password needs ircs://", { park: "refused" });
    return connect({ host, port: Number(port || 6667) });
  }

  #register(): void {
    this.#write("CAP LS 302");
    this.#write(`NICK ${this.#nick}`);
    this.#write(`USER ${this.#parts.nick} 0 * :Kestrel`);
  }

  #onLine({ command, words, source }: IrcLine): void {
    const { nick, secret } = this.#parts;
    switch (command) {
      case "PING":
        this.#write(`PONG :${words.at(-1)}`);
        return;
      case "CAP":
        this.#onCapabilities(words);
        return;
      case "AUTHENTICATE": {
        const plain = Buffer.from(`\0${nick}\0${secret}`).toString("base64");
        for (let at = 0; at <= plain.length; at += 400)
          this.#write(`AUTHENTICATE ${plain.slice(at, at + 400) || "+"}`);
        return;
      }
      case "903":
        this.#write("CAP END");
        return;
      case "NICK":
        if (source.startsWith(`${this.#nick}!`)) this.#nick = words[0] ?? this.#nick;
        for (const [account, known] of this.#nicks)
          if (source.startsWith(`${known}!`)) this.#nicks.set(account, words[0] ?? known);
        return;
      // The nick is taken: another one until it is free.
      case "433":
      case "436":
      case "437":
        if (this.#isUp) return;
        if (this.#nick.length - nick.length >= mostNicks - 1)
          throw new ChannelFault(`the nick ${nick} is taken`);
        this.#nick += "_";
        this.#write(`NICK ${this.#nick}`);
        return;
      case "464":
      case "902":
      case "904":
      case "905":
        throw new ChannelFault(words.at(-1) ?? command, { park: "auth" });
      // No nick at all, or banned.
      case "432":
      case "465":
        throw new ChannelFault(words.at(-1) ?? command, { park: "refused" });
      default:
    }
  }

  /** Requests the capabilities that are used and the server supports, and logs in by SASL or the server's own password. */
  #onCapabilities(words: readonly string[]): void {
    const { secret } = this.#parts;
    const [, verb, ...rest] = words;
    const offered = (rest.at(-1) ?? "").split(" ").map((name) => name.replace(/=.*/, ""));
    if (verb !== "LS") {
      this.#write(verb === "ACK" && offered.includes("sasl") ? "AUTHENTICATE PLAIN" : "CAP END");
      return;
    }
    // The list continues in another line.
    if (rest[0] === "*") return;
    const wanted = ["account-tag", "message-tags", ...(secret === undefined ? [] : ["sasl"])];
    const found = wanted.filter((name) => offered.includes(name));
    if (secret !== undefined && !found.includes("sasl")) this.#write(`PASS ${secret}`);
    this.#write(found.length > 0 ? `CAP REQ :${found.join(" ")}` : "CAP END");
  }

  #incoming({ command, words, source, tags }: IrcLine, hears: Listening["hears"]): Incoming | undefined {
    const [to = "", given = ""] = words;
    const [nick = ""] = source.split("!");
    if (command !== "PRIVMSG" || nick === this.#nick) return undefined;
    const isAction = given.startsWith("\u0001ACTION ");
    // What other clients ask by machine (VERSION, PING) is not answered.
    if (given.startsWith("\u0001") && !isAction) return undefined;
    const said = withoutFormatting(isAction ? given.slice(8).replaceAll("\u0001", "") : given);
    const { account } = tags;
    // Strangers' nicks are not stored: enough of them would displace a person who waits for an answer.
    if (account !== undefined && hears(account)) {
      if (this.#nicks.size > 1_000) this.#nicks.clear();
      this.#nicks.set(account, nick);
    }
    const sender = account ?? source;
    const isGroup = /^[#&+!]/.test(to);
    const own = this.#nick.replaceAll(/[[\]\\^{|}.*+?$()-]/g, "\\$&");
    const address = new RegExp(`^\\s*@?${own}\\s*[:,]\\s*`, "i");
    const group = this.#parts.groups.find((one) => one.toLowerCase() === to.toLowerCase()) ?? to;
    return {
      key: tags.msgid ?? randomUUID(),
      from: isGroup ? { chat: group, kind: "group" } : { chat: sender, kind: "direct" },
      sender,
      automatic: tags.bot !== undefined,
      vouched: account !== undefined,
      mentioned: new RegExp(`(?<![\\w-])${own}(?![\\w-])`, "i").test(said),
      text: said.replace(address, "") || said,
    };
  }
}
