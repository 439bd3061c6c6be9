import { isIP } from "node:net";
import { passOver } from "@kestrel/diagnostics";
import { WebTrouble } from "../web-trouble.ts";
import { isPublicAddress } from "./public-address.ts";

export type HostAddress = { address: string; family: number };

/** Every address of a host name, by the system's resolver. Rejects when there is none. */
export type Resolver = (host: string) => Promise<readonly HostAddress[]>;

export type AddressRules = {
  resolve: Resolver;
  /** Hosts of the user's own network that may be fetched despite a non-public address: `host` or `host:port`. */
  ownHosts: readonly string[];
};

/**
 * The only addresses that a connection to this URL may use: each is checked, and one that is not public refuses them all. Resolved again
 * for every connection, which must use these. Throws WebTrouble.
 */
export async function checkedAddresses(
  url: URL,
  { resolve, ownHosts }: AddressRules,
): Promise<readonly HostAddress[]> {
  const addresses = await addressesOf(url, resolve);
  if (isOwn(url, ownHosts)) return addresses;
  if (addresses.every(({ address }) => isPublicAddress(address))) return addresses;
  throw new WebTrouble(
    `${url.host} is on this machine or a private net, and is not fetched. The user can open it: own_hosts in [web].`,
  );
}

/** The addresses of a host, unchecked. Throws WebTrouble. */
export async function addressesOf(url: URL, resolve: Resolver): Promise<readonly HostAddress[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const family = isIP(host);
  const addresses = family
    ? [{ address: host, family }]
    : ((await resolve(host).catch(passOver("looking up a host"))) ?? []);
  if (addresses.length === 0) throw new WebTrouble(`There is no host ${url.hostname}.`);
  return addresses;
}

function isOwn({ host, hostname, port, protocol }: URL, ownHosts: readonly string[]): boolean {
  const whole = port === "" ? `${host}:${protocol === "https:" ? 443 : 80}` : host;
  return ownHosts.some((own) => [hostname, whole].includes(own.toLowerCase()));
}
