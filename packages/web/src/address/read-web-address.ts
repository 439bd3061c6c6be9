import { isIPv4 } from "node:net";
import { WebTrouble } from "../web-trouble.ts";

/** UTF-16 units. */
const longest = 2_048;

/** Parses and checks a web address; removes its fragment. Resolves nothing. Throws WebTrouble for an invalid one. */
export function readWebAddress(text: string): URL {
  const written = text.trim();
  if (written.length > longest) throw new WebTrouble("The URL is too long.");
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(written) ?? [];
  if (authority === undefined || !URL.canParse(written))
    throw new WebTrouble("Give a whole URL that begins with https:// or http://.");
  // Characters that a parser would silently drop or replace can disguise an address.
  if (/[\p{Cc}\s\\]/u.test(written)) throw new WebTrouble("The URL has signs in it that no URL has.");
  if (authority.includes("@")) throw new WebTrouble("A URL with a name or password in it is not fetched.");
  const url = new URL(written);
  const host = authority.replace(/:\d*$/, "").toLowerCase();
  if (isIPv4(url.hostname) && host !== url.hostname)
    throw new WebTrouble("The host is a number in disguise and is not fetched.");
  if (url.hostname === "") throw new WebTrouble("The URL names no host.");
  url.hash = "";
  return url;
}
