import { opendir } from "node:fs/promises";
import { absent } from "@kestrel/diagnostics";
import { visibleName } from "@kestrel/text";
import { Refusal } from "../answer/refusal.ts";

/** A folder with more entries is not read. */
const mostEntries = 20_000;

/**
 * The one name in a folder that differs from `name` only in Unicode form and blanks: `é` as one or two characters, a no-break space
 * for a space. Undefined without a match; refuses several.
 */
export async function alikeName(folder: string, name: string): Promise<string | undefined> {
  const wanted = plainForm(name);
  const found: string[] = [];
  let left = mostEntries;
  try {
    for await (const entry of await opendir(folder, { bufferSize: 512 })) {
      if (--left < 0) return undefined;
      if (plainForm(entry.name) === wanted) found.push(entry.name);
    }
  } catch (error) {
    absent(error);
    return undefined;
  }
  if (found.length < 2) return found[0];
  const names = found.map((one) => JSON.stringify(visibleName(one))).join(", ");
  throw new Refusal(`Several names differ from that only in blanks or accents: ${names}. Rename one first.`);
}

function plainForm(name: string): string {
  return name
    .normalize("NFC")
    .replaceAll(/[\p{Zs}\t]+/gu, " ")
    .trim();
}
