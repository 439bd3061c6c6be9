import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { endianness } from "node:os";
import { absent } from "@kestrel/diagnostics";

/** Longest table, in characters: above some 25,000 connections on the machine a lookup for each new one is expensive. */
const longestTable = 4 * 1024 * 1024;

/** The kernel writes the four bytes of an address as a number in host byte order. */
const ownOrder = (bytes: number[]) => (endianness() === "LE" ? bytes.toReversed() : bytes);
const mapped = [[0, 0, 0, 0], [0, 0, 0, 0], ownOrder([0, 0, 255, 255])].flat();

type Ends = Pick<Socket, "remoteAddress" | "remotePort" | "localAddress" | "localPort">;

/**
 * The users at the other ends of local connections, by number; undefined when the system does not report them. Linux lists the sockets of a
 * network namespace with their users in /proc/net/tcp, and IPv6 sockets connected to IPv4 in /proc/net/tcp6 (proc_net_tcp of the kernel's
 * documentation). A socket that no process holds any more has the inode 0 and no user.
 */
export async function peerUsers(sockets: readonly Ends[]): Promise<(number | undefined)[]> {
  if (process.platform !== "linux") return sockets.map(() => undefined);
  const [four, six] = await Promise.all([table("/proc/net/tcp"), table("/proc/net/tcp6")]);
  return sockets.map((ends) => {
    const theirs = place(ends.remoteAddress, ends.remotePort);
    const ours = place(ends.localAddress, ends.localPort);
    if (!theirs || !ours) return undefined;
    return userIn(four, theirs.four, ours.four) ?? userIn(six, theirs.six, ours.six);
  });
}

export async function peerUser(socket: Ends): Promise<number | undefined> {
  const [user] = await peerUsers([socket]);
  return user;
}

/** Another user of this machine. Root may do everything anyway. */
export function isForeign(peer: number | undefined): boolean {
  return peer !== undefined && peer !== 0 && peer !== process.getuid?.();
}

async function table(file: string): Promise<string> {
  const text = (await readFile(file, "latin1").catch(absent)) ?? "";
  return text.length > longestTable ? "" : text;
}

function userIn(text: string, theirs: string, ours: string): number | undefined {
  const at = text.indexOf(`: ${theirs} ${ours} `);
  if (at < 0) return undefined;
  const [, , , , , , , user, , inode] = text
    .slice(text.lastIndexOf("\n", at) + 1, at + 300)
    .trim()
    .split(/\s+/);
  return user === undefined || inode === undefined || inode === "0" ? undefined : Number(user);
}

/** An address and a port as the two tables write them; undefined for a non-IPv4 address. */
function place(
  address: string | undefined,
  port: number | undefined,
): { four: string; six: string } | undefined {
  const [, plain] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(address ?? "") ?? [];
  if (plain === undefined || port === undefined) return undefined;
  const own = ownOrder(plain.split(".").map(Number));
  const end = `:${hex(port, 4)}`;
  return { four: written(own) + end, six: written([...mapped, ...own]) + end };
}

function written(bytes: readonly number[]): string {
  return bytes.map((byte) => hex(byte, 2)).join("");
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
