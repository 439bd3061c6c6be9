import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { absent, passOver } from "@kestrel/diagnostics";

const supplies = "/sys/class/power_supply";
/** An answer counts for so long. Milliseconds. */
const fresh = 30_000;

/** Whether the machine runs on battery. Read from sysfs-class-power on Linux; other systems count as plugged in. */
export function batteryWatch(folder = supplies, now = () => performance.now()): () => Promise<boolean> {
  let known: { at: number; answer: Promise<boolean> } | undefined;
  return () => {
    if (!known || now() - known.at > fresh) known = { at: now(), answer: onBattery(folder) };
    return known.answer;
  };
}

async function onBattery(folder: string): Promise<boolean> {
  const names = (await readdir(folder).catch(absent)) ?? [];
  const read = async (name: string, fact: string) =>
    (await readFile(join(folder, name, fact), "utf8").catch(passOver("asking for the battery")))?.trim() ??
    "";
  const told = await Promise.all(
    names.map(async (name) => ({
      type: await read(name, "type"),
      online: await read(name, "online"),
      status: await read(name, "status"),
      scope: await read(name, "scope"),
    })),
  );
  // A mouse has a battery too.
  const own = told.filter(({ scope }) => scope !== "Device");
  if (own.some(({ type, online }) => type !== "Battery" && online === "1")) return false;
  return own.some(({ type, status }) => type === "Battery" && status === "Discharging");
}
