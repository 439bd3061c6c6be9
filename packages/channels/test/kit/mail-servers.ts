import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { ImapFlow } from "imapflow";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished } from "vitest";
import { partOfMachine } from "../../../../test/machine.ts";
import { freePort, takesConnections } from "./ports.ts";

export const dovecot = partOfMachine("KESTREL_TEST_DOVECOT");
export const pass = "Authentication-Results: mx.test; spf=pass; dmarc=pass (p=REJECT) header.from=birds.test";

/** What fails, with an address of the sender's making before it. */
export const failing = (mailfrom: string) =>
  `Authentication-Results: mx.test; dkim=none; spf=pass smtp.mailfrom=${mailfrom}; dmarc=fail reason="No valid SPF, No valid DKIM" header.from=birds.test`;

/** A mail as it arrives, its newest headers first. */
export function mailOf({
  id = "<1@birds.test>",
  head = [pass],
  from = "Ada <ada@birds.test>",
  text = "Which bird?",
}) {
  const rest = [`From: ${from}`, "To: kestrel@home.test", "Subject: Re: A bird", `Message-ID: ${id}`];
  return [...head, ...rest, "", text].join("\r\n");
}

/** A server of SMTP that keeps what leaves. */
export async function outgoing() {
  const mails: Email[] = [];
  const waiting: (() => void)[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) =>
      done(password === "s3" ? null : new Error("535 wrong"), { user: "ada" }),
    onData: (stream, _, done) => {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", async () => {
        mails.push(await PostalMime.parse(Buffer.concat(pieces)));
        done();
        for (const wake of waiting.splice(0)) wake();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { url: `smtp://127.0.0.1:${port}`, mails, until };
}

export class Dovecot {
  port = 0;
  #folder = "";
  #child: ChildProcess | undefined;

  static async start(): Promise<Dovecot> {
    const box = new Dovecot();
    box.#folder = await mkdtemp(join(tmpdir(), "kestrel-dovecot-"));
    box.port = await freePort();
    await chmod(box.#folder, 0o755);
    for (const name of ["run", "mail"]) {
      await mkdir(join(box.#folder, name));
      await chmod(join(box.#folder, name), 0o777);
    }
    await writeFile(join(box.#folder, "dovecot.conf"), box.#settings());
    await box.starts();
    onTestFinished(async () => {
      await box.stops();
      await rm(box.#folder, { recursive: true, force: true });
    });
    return box;
  }

  /** Mail arrives. */
  async gets(...mails: string[]): Promise<void> {
    const auth = { user: "ada", pass: "s3" };
    const client = new ImapFlow({ host: "127.0.0.1", port: this.port, secure: false, auth, logger: false });
    await client.connect();
    for (const mail of mails) await client.append("INBOX", mail);
    await client.logout();
  }

  async starts(): Promise<void> {
    const child = spawn(dovecot ?? "", ["-F", "-c", join(this.#folder, "dovecot.conf")], { stdio: "ignore" });
    this.#child = child;
    while (!(await takesConnections(this.port))) expect(child.exitCode).toBe(null);
  }

  async stops(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // What was started may be bubblewrap, with the server below it.
    process.kill(Number(await readFile(join(this.#folder, "run/master.pid"), "utf8")));
    await ended;
  }

  #settings(): string {
    const isRoot = userInfo().uid === 0;
    const [user, group] = isRoot ? ["nobody", "nogroup"] : [userInfo().username, String(userInfo().gid)];
    return `
base_dir = ${this.#folder}/run
state_dir = ${this.#folder}/run
log_path = ${this.#folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
default_internal_user = ${user}
default_login_user = ${user}
default_internal_group = ${group}
import_environment = TZ LD_LIBRARY_PATH
first_valid_uid = 1
mail_location = maildir:${this.#folder}/mail
passdb {
  driver = static
  args = password=s3
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${this.#folder}/mail
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${this.port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`;
  }
}
