import { BlockList, isIPv4, isIPv6 } from "node:net";

/** IPv4 ranges outside the public internet: IANA's registry of special-purpose addresses. */
const special4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const;

/** Special ranges within 2000::/3, the only one with host addresses: protocol assignments with Teredo, documentation, 6to4. */
const special6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const given6 = new BlockList();
given6.addSubnet("2000::", 3, "ipv6");
const closed = new BlockList();
for (const [net, bits] of special4) closed.addSubnet(net, bits, "ipv4");
for (const [net, bits] of special6) closed.addSubnet(net, bits, "ipv6");

/**
 * Whether an address is public. Never true for loopback, private, link-local, shared, multicast and reserved ones, for IPv6 that contains
 * an IPv4 address (mapped, NAT64, 6to4, Teredo), for one with a zone, and for text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, "ipv4");
  if (!isIPv6(address) || address.includes("%")) return false;
  return given6.check(address, "ipv6") && !closed.check(address, "ipv6");
}
