import { opendir } from "node:fs/promises";
import type { ToolContext, ToolResult } from "@kestrel/core";
import { visibleName } from "@kestrel/text";
import { grouped } from "../answer/grouped.ts";
import { Refusal } from "../answer/refusal.ts";
import type { Bounds, ConfinedPath } from "../place/confined-path.ts";
import { openFolder } from "../place/open-folder.ts";
import { type LineRange, partShown } from "./read-lines.ts";

const mostEntries = 20_000;
const roomForNote = 100;
/** From this many names on, the answer includes the count: a model copies a number but miscounts a list. */
const countedFrom = 13;

/** A folder's names as a read's answer: `name/` is a folder, `name@` a symbolic link. */
export async function listFolder(
  bounds: Bounds,
  place: ConfinedPath,
  range: LineRange,
  { outputLimit, texts }: Pick<ToolContext, "outputLimit" | "texts">,
): Promise<ToolResult> {
  const { names, all } = await namesIn(bounds, place);
  if (names.length === 0) return { outcome: "ok", content: texts?.emptyFolder ?? "[empty folder]" };
  const shown: string[] = [];
  let left = outputLimit - roomForNote;
  for (const name of names.slice(range.offset - 1, range.offset - 1 + range.limit)) {
    left -= name.length + 1;
    if (left < 0 && shown.length > 0) break;
    shown.push(name);
  }
  const count = `${grouped(names.length)}${all ? "" : " or more"}`;
  if (shown.length === 0)
    throw new Refusal(`The folder has ${count} entries; offset ${range.offset} is past its end.`);
  const last = range.offset + shown.length - 1;
  const part = { first: range.offset, last, of: count, next: last < names.length ? last + 1 : undefined };
  const note =
    shown.length < names.length || !all
      ? [texts?.cut("entries", part) ?? partShown("entries", part)]
      : names.length < countedFrom
        ? []
        : [texts?.counted(count) ?? `[${count} entries]`];
  return { outcome: "ok", content: [...shown, ...note].join("\n") };
}

async function namesIn(bounds: Bounds, place: ConfinedPath): Promise<{ names: string[]; all: boolean }> {
  const folder = await openFolder(bounds, place.real);
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder.child("."))) {
      if (names.length === mostEntries) return { names: names.sort(), all: false };
      const mark = entry.isDirectory() ? "/" : entry.isSymbolicLink() ? "@" : "";
      names.push(visibleName(entry.name) + mark);
    }
    return { names: names.sort(), all: true };
  } finally {
    await folder.close();
  }
}
