import { addressParser, type Email } from "postal-mime";
import type { Incoming } from "../port.ts";

/** UTF-16 units of a message that the model gets. */
const mostText = 100_000;

/** What a thread is called here: the id of its first message, and its subject without "Re:". The subject goes back to the sender, never to the model. */
export function placeOf(thread: string): { root: string; subject: string } {
  const [root = "", ...subject] = thread.split(" ");
  return { root, subject: subject.join(" ") };
}

/** A mail as a message of the port; undefined for one that says nothing. Its sender is empty unless the user's own server vouches for it. */
export function incomingOf(
  mail: Email,
  { address, authserv }: { address: string; authserv: string },
  place: string,
): Incoming | undefined {
  const values = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const [first = ""] = values("authentication-results");
  const from = mail.from?.address?.toLowerCase() ?? "";
  const named = values("from").flatMap((value) => addressParser(value, { flatten: true }));
  const isOne = named.length === 1 && /^[^\s@<>,]+@[^\s@<>,]+$/.test(from);
  const sender = isOne && isVouched(first, authserv, from) ? from : "";
  const id = idsIn(mail.messageId ?? "")[0];
  const root = idsIn(mail.references ?? "")[0] ?? idsIn(mail.inReplyTo ?? "")[0] ?? id ?? "";
  const subject = (mail.subject ?? "").replace(/^(?:\s*(?:re|fwd?|aw|wg|sv|回复|答复|转发)\s*[:：])+/i, "");
  const said = withoutQuotes((mail.text ?? wordsOfHtml(mail.html ?? "")).slice(0, mostText));
  const files = mail.attachments.map(({ filename }) => filename ?? "file");
  if (said === "" && files.length === 0) return undefined;
  return {
    key: id ?? place,
    from: {
      chat: sender,
      kind: "direct",
      ...(root !== "" && { thread: `${root} ${subject.replaceAll(/\s+/g, " ").trim().slice(0, 150)}` }),
    },
    sender,
    vouched: false,
    automatic: from === address.toLowerCase() || isAutomatic(values, from),
    text: said,
    ...(files.length > 0 && { files }),
  };
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

/** The words of a mail that has HTML alone, in time that grows with its length. Only text comes out: nothing is ever shown as HTML. */
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
