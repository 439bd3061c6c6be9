import { realpath } from "node:fs/promises";
import { join } from "node:path";
import type { StaleCall, Tool, ToolContext, ToolResult } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { visibleName } from "@kestrel/text";
import { z } from "zod";
import { answering } from "../answer/answering.ts";
import { isStale } from "../answer/is-stale.ts";
import { Refusal } from "../answer/refusal.ts";
import { isBinary } from "../encoding/file-text.ts";
import { definitionPattern, definitionsIn } from "../outline/definitions.table.ts";
import { assessRead, readBinding } from "../place/assess-read.ts";
import {
  type Bounds,
  boundsOf,
  type ConfinedPath,
  confine,
  isAllowed,
  rootAround,
} from "../place/confined-path.ts";
import { isFolder } from "../place/is-folder.ts";
import { refuseMissing } from "../place/nothing-there.ts";
import { withFile } from "../place/open-file.ts";
import { isGitName, isSecret } from "../place/protected-paths.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import { type HitList, hitList } from "./hit-list.ts";
import { hitsInOtherEncodings, patternInOtherEncodings } from "./other-encodings.ts";
import { passedOver } from "./passed-over.ts";
import type { SearchWish } from "./ripgrep-arguments.ts";
import { ripgrepIn } from "./ripgrep-in.ts";
import type { RipgrepEars } from "./run-ripgrep.ts";

const Arguments = z.object({ pattern: z.string(), path: z.string().optional(), glob: z.string().optional() });

/** Bytes of an explicitly named file; ripgrep's own limit applies only to files it finds. */
const largestFile = 256 * 1024 * 1024;

/** Finds text with ripgrep, or files by name when the pattern is empty. Symbolic links are not followed. */
export function searchTool(dependencies: ToolDependencies): Tool {
  return {
    concurrent: true,
    effect: "read",
    display: "matches",
    spec: {
      name: "search",
      description: "Find lines matching a regex in files. An empty pattern lists file names.",
      parameters: {
        type: "object",
        properties: {
          pattern: { type: "string" },
          path: { type: "string", description: "folder or file" },
          glob: { type: "string", description: "file name pattern" },
        },
        required: ["pattern"],
      },
    },
    describe: (args) => {
      const { pattern, path } = Arguments.parse(args);
      return { pattern, paths: [{ path: path || ".", access: "read" }] };
    },
    assess: (args, context) => assessRead(dependencies, Arguments.parse(args).path || ".", context, true),
    run: (args, context) => answering(() => search(dependencies, Arguments.parse(args), context), context),
  };
}

async function search(
  dependencies: ToolDependencies,
  args: z.infer<typeof Arguments>,
  context: ToolContext,
): Promise<ToolResult | StaleCall> {
  if (args.pattern.includes("\0")) throw new Refusal("The pattern holds a NUL character.");
  const bounds = await boundsOf(context.workspace, dependencies);
  const place = await confine(bounds, args.path || ".");
  if (isStale(readBinding(place), context)) return { outcome: "stale" };
  if (!context.texts && isGitName(place.asked))
    throw new Refusal(".git holds what git keeps. Search the files of the project: leave path out.");
  await refuseMissing(bounds, place, context);
  // ripgrep would block on a named pipe; only a path that can be opened as a file is passed on.
  const through = await isFolder(place);
  const isText = !through && (await isSearchable(bounds, place));
  const wish = { pattern: args.pattern, glob: args.glob, literal: false };
  const asRegex = await look(dependencies, bounds, place, wish, context);
  if (asRegex.kind === "found") {
    const looking = (other: SearchWish) => look(dependencies, bounds, place, other, context);
    const isFound = asRegex.files.length > 0 || context.texts !== undefined;
    const read = isText ? readInstead(place.path) : undefined;
    const instead = isFound ? undefined : through ? await lookElse(wish, looking) : read;
    // The notes on skipped files follow below in any case.
    const text = instead === undefined ? asRegex.text : asRegex.text.replace(/^[^\n]*/, () => instead);
    return { outcome: "ok", content: text };
  }
  const asLiteral = await look(dependencies, bounds, place, { ...wish, literal: true }, context);
  if (asLiteral.kind === "not-a-regex") throw new Refusal(asLiteral.complaint);
  const note = context.texts?.asPlainText ?? "[not a valid regex; searched as plain text]";
  return { outcome: "ok", content: `${note}\n${asLiteral.text}` };
}

/** Whether that file is text. Refuses one that is too large. */
function isSearchable(bounds: Bounds, place: ConfinedPath): Promise<boolean> {
  return withFile(bounds, place, async (handle, { size }) => {
    if (size > largestFile) throw new Refusal("That file is too large to search here. Use shell with grep.");
    const start = Buffer.alloc(Math.min(size, 8_192));
    await handle.read(start, 0, start.length, 0);
    return !isBinary(start);
  });
}

/** A file is soon read, and a small model gives up otherwise. */
function readInstead(path: string): string {
  const name = visibleName(path);
  return `No matches in ${name}. Call read with {"path": ${JSON.stringify(name)}} to see what it says.`;
}

/** File names listed when nothing was found. */
const mostNamed = 8;

/** Replaces "nothing": matches without the glob, or the files that were searched. */
async function lookElse(
  wish: SearchWish,
  looking: (other: SearchWish) => Promise<Look>,
): Promise<string | undefined> {
  const { glob, pattern } = wish;
  const files = await looking({ ...wish, pattern: "" });
  if (files.kind !== "found") return undefined;
  if (files.files.length > 0)
    return pattern === "" ? undefined : `No matches in ${counted(files.files)}. Read one.`;
  if (!glob) return undefined;
  const without = await looking({ ...wish, glob: undefined });
  if (without.kind === "found" && without.files.length > 0)
    return pattern === ""
      ? `No file fits ${glob}. There are ${counted(without.files)}.`
      : `No file fits ${glob}. Without it:\n${without.text}`;
  const all = await looking({ pattern: "", glob: undefined, literal: false });
  if (all.kind !== "found" || all.files.length === 0) return undefined;
  return `No file fits ${glob}, and nothing matches without it in ${counted(all.files)}. Read one.`;
}

function counted(files: readonly string[]): string {
  const named = files.slice(0, mostNamed).map(visibleName).join(", ");
  const more = files.length > mostNamed ? ", …" : "";
  return `${files.length} ${files.length === 1 ? "file" : "files"}: ${named}${more}`;
}

type Look =
  | { kind: "found"; text: string; files: readonly string[] }
  | { kind: "not-a-regex"; complaint: string };

async function look(
  dependencies: ToolDependencies,
  bounds: Bounds,
  place: ConfinedPath,
  wish: SearchWish,
  context: ToolContext,
): Promise<Look> {
  const root = rootAround(bounds, place.real);
  const name = (file: string) => (root === bounds.root ? file : `${root}/${file}`);
  const hits = hitList(context, wish.pattern === "", name);
  const runs = await ripgrepIn(dependencies, { workspace: context.workspace, bounds, place }, context.cancel);
  const over = passedOver((file) => !isSecret(place) && isSecret({ real: file, asked: file }), name);
  if (!context.texts && isBareName(wish.pattern)) await takeDefinitions(wish, runs, hits);
  const end = await runs(wish, { line: hits.take, aside: over.take });
  if (end.kind === "cancelled") throw new Refusal("The search was cancelled.");
  if (end.kind === "held")
    throw new Refusal(
      "An ignore file (.gitignore) here is a pipe that never ends. Remove it, or search a file.",
    );
  if (end.kind === "timed-out" && hits.files().length === 0) {
    throw new Refusal("The search took over 20 s. Narrow it with path or glob.");
  }
  if (end.kind === "exited" && end.code === 2 && hits.files().length === 0) {
    const complaint = end.complaint.trim().split("\n").at(-1) ?? "";
    if (/regex|pattern/i.test(end.complaint)) return { kind: "not-a-regex", complaint };
    if (/glob/i.test(end.complaint)) throw new Refusal(`The glob is not valid: ${complaint.slice(0, 200)}`);
  }
  if (end.kind === "exited")
    for (const hit of await hitsFurther(bounds, root, wish, runs)) if (!hits.take(hit)) break;
  const allowed = await shownOf(bounds, place, hits.files(), root);
  const text = hits.text((file) => allowed.has(file), end.kind !== "exited", over.notes);
  const none = allowed.size === 0 ? [nothing(wish, context)] : [];
  const shown = [...none, ...(text === "" ? [] : [text])].join("\n");
  return { kind: "found", text: shown, files: [...allowed].sort().map(name) };
}

/** Whether the pattern is an identifier, long enough to be a name. */
const isBareName = (pattern: string) => /^[A-Za-z_$][\w$]{2,}$/.test(pattern);

/** Definitions of one name, listed first. */
const mostDefinitions = 10;

/** A search for an identifier looks for its definition: definition lines and their files come first. */
async function takeDefinitions(
  wish: SearchWish,
  runs: (wish: SearchWish, ears: RipgrepEars) => Promise<unknown>,
  hits: HitList,
): Promise<void> {
  let count = 0;
  const line = (found: string) => {
    const [, file = "", text = ""] = /^(.*?)\0\d+:(.*)$/.exec(found) ?? [];
    if (!definitionsIn(file, wish.pattern)?.(text)) return true;
    count += 1;
    return hits.take(found) && count < mostDefinitions;
  };
  await runs({ ...wish, pattern: definitionPattern(wish.pattern) }, { line, aside: () => true });
}

/** Also searches legacy encodings for characters with other bytes there. */
async function hitsFurther(
  bounds: Bounds,
  root: string,
  wish: SearchWish,
  runs: (wish: SearchWish, ears: RipgrepEars) => Promise<unknown>,
): Promise<string[]> {
  const bytes = patternInOtherEncodings(wish);
  if (bytes === undefined) return [];
  const files: string[] = [];
  await runs({ ...wish, bytes }, { line: (file) => files.push(file) < mostFurther, aside: () => true });
  return hitsInOtherEncodings(bounds, root, files, wish);
}

/** Files that may contain the text in another encoding. */
const mostFurther = 200;

function nothing(wish: SearchWish, { texts }: ToolContext): string {
  return wish.pattern === "" ? "No files match." : (texts?.noMatches ?? "No matches.");
}

/**
 * Removes hits whose folder became a link to the outside during the search, and hits in secrets, unless the search was requested for
 * that path.
 */
async function shownOf(
  bounds: Bounds,
  asked: ConfinedPath,
  files: readonly string[],
  root: string,
): Promise<Set<string>> {
  const inside = new Set<string>();
  for (const file of files) {
    const real = await realpath(join(root, file)).catch(absent);
    if (real === undefined || !isAllowed(bounds, real)) continue;
    if (isSecret(asked) || !isSecret({ real, asked: file })) inside.add(file);
  }
  return inside;
}
