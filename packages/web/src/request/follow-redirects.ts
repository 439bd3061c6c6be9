import { type AddressRules, checkedAddresses } from "../address/checked-addresses.ts";
import { readWebAddress } from "../address/read-web-address.ts";
import { WebTrouble } from "../web-trouble.ts";
import { type RequestBounds, requestOnce, type WebAnswer } from "./request-once.ts";

/** Redirects followed: enough for usual chains within one site. */
const mostHops = 5;

/** Identifies the program; nothing about the machine or the user. */
const headers = {
  "user-agent": "Kestrel (local agent; reads one page at its user's word)",
  accept: "text/html, application/xhtml+xml, text/markdown, text/plain, application/json, */*;q=0.5",
  "accept-language": "en, *;q=0.5",
};

export type PageAnswer = WebAnswer & { url: URL };

/**
 * Requests a page. Each redirect is parsed, resolved and checked like the first address, and must stay on the approved host: another host
 * needs its own approval. Rejects with WebTrouble.
 */
export async function followRedirects(
  first: URL,
  rules: AddressRules,
  bounds: RequestBounds,
): Promise<PageAnswer> {
  let url = first;
  for (let hop = 0; hop <= mostHops; hop++) {
    const answer = await requestOnce(url, await checkedAddresses(url, rules), headers, bounds);
    const { status, location } = answer;
    if (status < 300 || status > 399 || location === undefined) return { ...answer, url };
    const next = readWebAddress(resolved(location, url));
    if (siteOf(next) !== siteOf(first))
      throw new WebTrouble(`${url.host} sends on to another host. Fetch it if you want it: ${next.href}`);
    if (url.protocol === "https:" && next.protocol !== "https:")
      throw new WebTrouble(`${url.host} sends on to an address without encryption: ${next.href}`);
    url = next;
  }
  throw new WebTrouble(`${first.host} sends on more than ${mostHops} times.`);
}

function resolved(location: string, from: URL): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(location) || location.startsWith("//"))
    return location.startsWith("//") ? `${from.protocol}${location}` : location;
  if (!URL.canParse(location, from.href)) throw new WebTrouble(`${from.host} sends on to no address.`);
  return new URL(location, from.href).href;
}

/** `www.` is the same site; a port is another server. */
function siteOf({ hostname, port }: URL): string {
  return `${hostname.replace(/^www\./, "")}:${port}`;
}
