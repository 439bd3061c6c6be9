import type { Incoming } from "../port.ts";
import {
  addressParser,
  decodeWords,
  type Email,
  PostalMime,
  type PostalMimeOptions,
} from "./mail-library.ts";

/** Bytes read of a mail of an admitted sender: its text comes first. */
export const mostBytes = 262_144;
/** UTF-16 units of a message that the model gets. */
const mostText = 100_000;
/** UTF-16 units of `From` and of a subject that are looked at. */
const mostFrom = 2_000;
/** Lines of a mail that are read, and those of them that may begin a part. */
const mostLines = 8_000;
const mostParts = 100;
const dash = 0x2d;
/** Levels of parts, and bytes of all their headers. A mail inside a mail is a file: it is not the sender's own words. */
const mimeLimits: PostalMimeOptions = {
  maxNestingDepth: 50,
  maxHeadersSize: 131_072,
  forceRfc822Attachments: true,
};
const threadHeaders = ["message-id", "references", "in-reply-to", "subject"];
const reply = /^(?:\s*(?:re|fwd?|aw|wg|sv|回复|答复|转发)\s*[:：])+/i;

type MailPlace = { address: string; authserv: string };

/** A thread's name: the id of its first message, and its subject without "Re:". The subject goes back to the sender, never to the model. */
export function placeOf(thread: string): { root: string; subject: string } {
  const [root = "", ...subject] = thread.split(" ");
  return { root, subject: subject.join(" ") };
}

/**
 * A mail as a message of the port, judged by its header alone: it has no words yet. Its sender is empty unless the user's own server
 * vouches for it, and where the header does not end within `start`.
 */
export function headOf(start: Buffer, { address, authserv }: MailPlace, place: string): Incoming {
  const headers = headersIn(start);
  const values = (name: string) => headers.filter(({ key }) => key === name).map(({ value }) => value);
  const [first = ""] = values("authentication-results");
  const named = values("from").flatMap((value) => (value.length > mostFrom ? [] : addressParser(value)));
  const from = named[0]?.address?.toLowerCase() ?? "";
  const isOne = values("from").length === 1 && named.length === 1 && /^[^\s@<>,]+@[^\s@<>,]+$/.test(from);
  const sender = isOne && isVouched(first, authserv, from) ? from : "";
  const [id = "", references = "", inReplyTo = "", title = ""] = threadHeaders.map((name) => values(name)[0]);
  const key = idsIn(id)[0];
  const root = idsIn(references)[0] ?? idsIn(inReplyTo)[0] ?? key ?? "";
  const subject = decodeWords(title.slice(0, mostFrom)).replace(reply, "");
  return {
    key: key ?? place,
    from: {
      chat: sender,
      kind: "direct",
      ...(root !== "" && { thread: `${root} ${subject.replaceAll(/\s+/g, " ").trim().slice(0, 150)}` }),
    },
    sender,
    vouched: false,
    automatic: from === address.toLowerCase() || isAutomatic(values, from),
    text: "",
  };
}

/** `head` with the text of its mail, which is fetched and parsed only for an admitted sender. Undefined for an empty or unreadable one. */
export async function withWords(
  head: Incoming,
  hears: (sender: string) => boolean,
  fetchMail: () => Promise<Buffer | undefined>,
): Promise<Incoming | undefined> {
  if (head.sender === "" || head.automatic || !hears(head.sender)) return head;
  const source = await fetchMail();
  if (!source) return undefined;
  const beginning = beginningOf(source);
  let mail: Email;
  try {
    mail = await new MailReader(mimeLimits).parse(beginning);
  } catch {
    // expected: it is no mail that can be read, and it is passed over
    return undefined;
  }
  const { text: words = "", attachments } = mail;
  const text = withoutQuotes(words.slice(0, mostText));
  const files = attachments.map(({ filename }) => filename ?? "file");
  if (text === "" && files.length === 0) return undefined;
  // Bytes after an attachment may be text, too.
  const isWhole = source.length < mostBytes && beginning.length === source.length;
  const cut = words.length > mostText || !isWhole;
  return { ...head, text, ...(files.length > 0 && { files }), ...(cut && { cut }) };
}

type TextPart = { type: string; value: unknown };

/**
 * The library without its conversion of HTML beside plain text, whose regular expressions take seconds for some mails. The replaced
 * method is internal, so the version is pinned.
 */
class MailReader extends PostalMime {
  declare readonly textMap: ReadonlyMap<unknown, { plain?: TextPart[]; html?: TextPart[] }>;
  declare textContent: Record<string, string>;

  renderTextContent(): void {
    const wordsOf = (parts: readonly TextPart[] = []) => parts.map(({ value }) => String(value)).join("\n");
    const texts = [...this.textMap.values()].map(({ plain, html }) => {
      const words = wordsOf(plain);
      return words.trim() === "" ? wordsOfHtml(wordsOf(html)) : words;
    });
    this.textContent = { plain: texts.join("\n") };
  }
}

/** The lines of a header, unfolded; none where it does not end. */
function headersIn(start: Buffer): { key: string; value: string }[] {
  const [head = "", rest] = start.toString("utf8").split(/\r?\n\r?\n/, 2);
  if (rest === undefined) return [];
  return head
    .replaceAll(/\r?\n(?=[ \t])/g, "")
    .split(/\r?\n/)
    .map((line) => {
      const at = line.indexOf(":");
      return { key: line.slice(0, Math.max(at, 0)).trim().toLowerCase(), value: line.slice(at + 1).trim() };
    });
}

/** Each line costs the parser microseconds, and each part more than the one before. The text is in the first ones. */
function beginningOf(source: Buffer): Buffer {
  let parts = 0;
  let at = -1;
  for (let lines = 0; lines < mostLines; lines++) {
    at = source.indexOf("\n", at + 1);
    if (at < 0) return source;
    if (source[at + 1] === dash && source[at + 2] === dash && ++parts > mostParts) break;
  }
  return source.subarray(0, at);
}

const idsIn = (text: string) => text.match(/<[^<>\s]{1,200}>/g) ?? [];

/**
 * RFC 8601: the newest `Authentication-Results` is the topmost; it counts where it bears the name of the user's own server, and says once
 * that DMARC passed, for the domain of `From`.
 */
function isVouched(results: string, authserv: string, from: string): boolean {
  const [name = "", ...methods] = (bareResults(results) ?? "").split(";");
  if (name.trim().split(/\s+/)[0]?.toLowerCase() !== authserv.toLowerCase()) return false;
  const [dmarc = "", another] = methods.filter((method) => /^\s*dmarc\b/i.test(method));
  const domains = [...dmarc.matchAll(/(?<=\s)header\.from\s*=\s*(\S+)/gi)].map(([, domain = ""]) => domain);
  const isOf = domains.length === 1 && domains[0]?.toLowerCase().replace(/^.*@/, "") === from.split("@")[1];
  return another === undefined && /^\s*dmarc\s*=\s*pass(?=\s|$)/i.test(dmarc) && isOf;
}

/**
 * `Authentication-Results` without its comments, and with "_" for what separates words in a quoted string (RFC 5322, 3.2.1 to 3.2.4).
 * Undefined where one of them stays open, and where a comment closes between two quotes: a server put a sender's words there as they came.
 */
function bareResults(results: string): string | undefined {
  let bare = "";
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < results.length; at++) {
    const sign = results.charAt(at);
    if (sign === "\\") {
      at++;
      if (at >= results.length || (depth === 0 && !isQuoted)) return undefined;
      if (depth === 0) bare += "_";
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (depth > 0 || (sign === "(" && !isQuoted)) {
      if (sign === "(") depth++;
      if (sign !== ")") continue;
      if (isQuoted) return undefined;
      depth--;
      bare += " ";
    } else if (isQuoted) bare += /[\w.@-]/.test(sign) ? sign : "_";
    else if (sign === ")") return undefined;
    else bare += sign;
  }
  return isQuoted || depth > 0 ? undefined : bare;
}

/** What a machine wrote (RFC 3834, RFC 2919) is never answered: two of them would answer each other for ever. */
function isAutomatic(values: (name: string) => string[], from: string): boolean {
  const [submitted = "no"] = values("auto-submitted");
  const [precedence = ""] = values("precedence");
  const [returnPath = ""] = values("return-path");
  const [kind = ""] = values("content-type");
  return (
    !/^\s*no\b/i.test(submitted) ||
    /^\s*(?:bulk|list|junk|auto_reply)\b/i.test(precedence) ||
    /^\s*<\s*>/.test(returnPath) ||
    /^\s*multipart\/report/i.test(kind) ||
    ["list-id", "list-unsubscribe", "x-auto-response-suppress", "x-autoreply", "x-loop"].some(
      (name) => values(name).length > 0,
    ) ||
    /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply)@/i.test(from)
  );
}

/** The words above the quotation of an answer. */
function withoutQuotes(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").trimEnd().split("\n");
  while (lines.length > 0 && /^\s*(?:>.*)?$/.test(lines.at(-1) ?? "")) lines.pop();
  if (/(?:wrote|写道)\s*[:：]\s*$/i.test(lines.at(-1) ?? "")) lines.pop();
  return lines.join("\n").trim();
}

const signs: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  amp: "&",
  nbsp: " ",
  "#39": "'",
};
const hiddenTags = new Set(["style", "script", "head"]);
const breaks = new Set(["br", "/p", "/div", "/li", "/tr", "/h1", "/h2", "/h3", "/h4", "/h5", "/h6"]);

/** The text of an HTML-only mail, in time linear in its length. Only text is returned: HTML is never shown. */
function wordsOfHtml(html: string): string {
  const [first = "", ...pieces] = html.slice(0, mostText).split("<");
  let words = first;
  let hidden = "";
  for (const piece of pieces) {
    const tag = /^\/?[a-z][a-z\d]*/i.exec(piece)?.[0].toLowerCase() ?? "";
    if (hidden !== "" && tag !== `/${hidden}`) continue;
    hidden = hiddenTags.has(tag) ? tag : "";
    if (hidden !== "") continue;
    if (breaks.has(tag)) words += "\n";
    const end = piece.indexOf(">");
    words += end < 0 ? `<${piece}` : piece.slice(end + 1);
  }
  return words
    .replaceAll(/&([a-z]{1,8}|#39);/gi, (whole, name: string) => signs[name.toLowerCase()] ?? whole)
    .replaceAll(/[ \t]+/g, " ");
}
