import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { isLoopback } from "@kestrel/text";
import {
  type ChannelAdapter,
  ChannelFault,
  type Incoming,
  type Listening,
  type Outgoing,
  SendRefused,
  type Target,
} from "../port.ts";
import { createTransport, ImapFlow } from "./mail-library.ts";
import { headOf, mostBytes, placeOf, withWords } from "./mail-message.ts";

/** Bytes of each message that are fetched to judge it; a longer header vouches for no one. */
const headBytes = 65_536;
/** Messages of one fetch, so that few are held at once. */
const batch = 20;
/** Some servers send nothing in IDLE: the mailbox is checked at this interval. Milliseconds. */
const lookMs = 300_000;

type MailParts = {
  url: string;
  smtp: string;
  user: string;
  password: string;
  address: string;
  authserv: string;
  mailbox?: string;
};

/**
 * A mailbox, read by IMAP without changing anything in it, answered by SMTP. The cursor is (UIDVALIDITY, last UID); a first connection and a
 * mailbox that was made anew begin at the end: old mail is not answered.
 */
export class MailAdapter implements ChannelAdapter {
  readonly limits = { unit: "utf16", count: 100_000 } as const;
  readonly keepsMessages = true;
  readonly sendsOnce = false;
  readonly #parts: MailParts;

  constructor(parts: MailParts) {
    this.#parts = parts;
  }

  async listen({ cursor, signal, up, hears, take }: Listening): Promise<void> {
    const { user, password, mailbox = "INBOX" } = this.#parts;
    const client = new ImapFlow({
      ...endpoint(this.#parts.url, 993, 143),
      auth: { user, pass: password },
      logger: false,
      maxIdleTime: lookMs,
    });
    const stop = () => client.close();
    signal.addEventListener("abort", stop, { once: true });
    let isNew = true;
    let wake = () => {};
    client.on("exists", () => {
      isNew = true;
      wake();
    });
    const ended = new Promise<never>((_, reject) => {
      client.on("error", reject);
      client.on("close", () => reject(new ChannelFault("the server closed the connection")));
    });
    ended.catch(() => undefined); // expected: reported below
    try {
      await Promise.race([client.connect(), ended]);
      const box = await client.mailboxOpen(mailbox, { readOnly: true });
      const validity = String(box.uidValidity);
      const [known, uid] = cursor?.split(":") ?? [];
      let last = known === validity ? Number(uid) : box.uidNext - 1;
      await take([], `${validity}:${last}`);
      up();
      while (!signal.aborted) {
        if (isNew) {
          isNew = false;
          // `n:*` finds the newest one although its number is below n.
          const found = (await client.search({ uid: `${last + 1}:*` }, { uid: true })) || [];
          const fresh = found.filter((uid) => uid > last).sort((one, other) => one - other);
          for (let at = 0; at < fresh.length; at += batch) {
            const uids = fresh.slice(at, at + batch);
            const query = { uid: true, source: { start: 0, maxLength: headBytes } };
            const read: Incoming[] = [];
            for (const { uid, source } of await client.fetchAll(uids.join(","), query, { uid: true })) {
              const head = headOf(source ?? Buffer.alloc(0), this.#parts, `${validity}-${uid}`);
              const message = await withWords(head, hears, async () => {
                const whole = { source: { start: 0, maxLength: mostBytes } };
                const mail = await client.fetchOne(String(uid), whole, { uid: true });
                return mail ? mail.source : undefined;
              });
              if (message) read.push(message);
            }
            last = uids.at(-1) ?? last;
            await take(read, `${validity}:${last}`);
          }
          continue;
        }
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        client.idle().catch(() => undefined); // expected: the connection ended, which is reported below
        const look = new AbortController();
        const late = wait(lookMs, undefined, { signal: look.signal }).then(() => {
          isNew = true;
        });
        late.catch(() => undefined); // expected: it was not needed
        await Promise.race([woken, late, ended]).finally(() => look.abort());
      }
    } catch (error) {
      if (!signal.aborted) throw faultOf(error);
    } finally {
      signal.removeEventListener("abort", stop);
      client.close();
    }
  }

  /** To the sender that was judged, never to a `Reply-To`. The same piece has the same Message-ID. */
  async send({ chat, thread = "" }: Target, { text }: Outgoing, key: string): Promise<undefined> {
    const { smtp, user, password, address } = this.#parts;
    const { host, port, secure, requireTLS } = endpoint(smtp, 465, 587);
    const auth = { user, pass: password };
    const limits = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 };
    const transport = createTransport({ host, port, secure, requireTLS, auth, ...limits });
    const { root, subject } = placeOf(thread);
    const name = createHash("sha256").update(key).digest("hex").slice(0, 40);
    try {
      await transport.sendMail({
        from: address,
        to: chat,
        subject: subject === "" ? "Kestrel" : `Re: ${subject}`,
        ...(root !== "" && { inReplyTo: root, references: root }),
        messageId: `<${name}@${address.split("@")[1]}>`,
        text,
        disableFileAccess: true,
        disableUrlAccess: true,
        // RFC 3834: no other machine answers this.
        headers: { "Auto-Submitted": "auto-replied", "X-Auto-Response-Suppress": "All" },
      });
    } catch (error) {
      const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
      const words = (error as Error).message.slice(0, 300);
      if (code === "EAUTH" || responseCode < 500)
        throw new ChannelFault(words, { afterMs: code === "EAUTH" ? 60_000 : undefined });
      throw new SendRefused(words);
    } finally {
      transport.close();
    }
  }
}

function endpoint(url: string, securePort: number, plainPort: number) {
  const { protocol, hostname, port } = new URL(url.replace(/^(?:imap|smtp)/i, "http"));
  const secure = protocol === "https:";
  // A password is sent in the clear only on this machine.
  const requireTLS = !secure && !isLoopback(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (secure ? securePort : plainPort)),
    ...{ secure, requireTLS, ...(requireTLS && { doSTARTTLS: true }) },
  };
}

function faultOf(error: unknown): ChannelFault {
  if (error instanceof ChannelFault) return error;
  const { authenticationFailed, responseText, message } = error as Record<string, string | undefined>;
  const words = (responseText ?? message ?? String(error)).slice(0, 300);
  return new ChannelFault(words, authenticationFailed ? { park: "auth" } : {});
}
