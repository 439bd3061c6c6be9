import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { absent } from "@kestrel/diagnostics";

const vendors: Readonly<Record<string, string>> = { "0x10de": "NVIDIA", "0x1002": "AMD", "0x8086": "Intel" };

/** A graphics processor, from Linux's sysfs (sysfs-class-drm); with memory only if the driver reports it. Undefined elsewhere. */
export async function graphicsHere(
  folder = "/sys/class/drm",
): Promise<{ name: string; bytes: number } | undefined> {
  const cards = ((await readdir(folder).catch(absent)) ?? []).filter((name) => /^card\d+$/.test(name));
  const read = async (card: string, fact: string) =>
    ((await readFile(join(folder, card, "device", fact), "utf8").catch(absent)) ?? "").trim();
  const found = await Promise.all(
    cards.map(async (card) => ({
      name: vendors[await read(card, "vendor")],
      bytes: Number((await read(card, "mem_info_vram_total")) || 0),
    })),
  );
  const known = found.flatMap(({ name, bytes }) => (name === undefined ? [] : [{ name, bytes }]));
  return known.sort((one, other) => other.bytes - one.bytes)[0];
}
