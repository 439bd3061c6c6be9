import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { partOfMachine } from "../../../../test/machine.ts";
import { freePort, takesConnections } from "./ports.ts";

export const ngircd = partOfMachine("KESTREL_TEST_NGIRCD");

export class Ngircd {
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
export class Person {
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
export async function givenIrcv3(refusal?: string) {
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
