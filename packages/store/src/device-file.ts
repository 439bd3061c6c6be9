import { createHash, randomBytes } from "node:crypto";
import { passOver } from "@kestrel/diagnostics";
import { z } from "zod";
import type { DataPaths } from "./data-paths.ts";
import { keptRows } from "./kept-rows.ts";

/** Most browsers per user; beyond that the oldest is dropped. */
const mostDevices = 32;

const Stored = z.array(z.object({ sha256: z.string(), since: z.string() }));
type Device = z.infer<typeof Stored>[number];

/** The browsers that logged in: the hash of each token, in `devices.json`. The hashes give no access. */
export async function deviceFile(paths: DataPaths, now: () => Date = () => new Date()) {
  const file = keptRows(paths, "devices.json");
  let devices = Stored.safeParse(await file.read()).data ?? [];
  /** A failed write does not lock the user out: the browser stays logged in until the daemon exits. */
  const keep = (next: Device[]) => {
    devices = next;
    return file.write(next).catch(passOver("keeping a device"));
  };
  return {
    async admit(): Promise<string> {
      const token = randomBytes(32).toString("hex");
      const device = { sha256: hashOf(token), since: now().toISOString() };
      await keep([...devices, device].slice(-mostDevices));
      return token;
    },
    knows(token: string): boolean {
      const wanted = hashOf(token);
      return devices.some(({ sha256 }) => sha256 === wanted);
    },
    async forget(): Promise<number> {
      const count = devices.length;
      await keep([]);
      return count;
    },
  };
}

function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
