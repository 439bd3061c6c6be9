import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { absent } from "@kestrel/diagnostics";

/** `st` of an established connection in /proc/net/tcp; other states no longer know their user. */
const established = "01";

/**
 * The user at the other end of a loopback connection, by number; undefined where the system does not tell. Linux lists
 * the connections of a network namespace with their users in /proc/net/tcp (proc_net_tcp of the kernel's documentation).
 */
export async function peerUser({
  remoteAddress,
  remotePort,
  localPort,
}: Socket): Promise<number | undefined> {
  if (process.platform !== "linux" || remotePort === undefined || localPort === undefined) return undefined;
  if (remoteAddress !== "127.0.0.1") return undefined;
  const table = (await readFile("/proc/net/tcp", "latin1").catch(absent)) ?? "";
  const [theirs, ours] = [`:${hex(remotePort)}`, `:${hex(localPort)}`];
  for (const line of table.split("\n")) {
    const [, local, remote, state, , , , user] = line.trim().split(/\s+/);
    if (state !== established || !local?.endsWith(theirs) || !remote?.endsWith(ours)) continue;
    return user === undefined ? undefined : Number(user);
  }
  return undefined;
}

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, "0");
}
