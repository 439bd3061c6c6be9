import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { StaleCall, Tool, ToolContext, ToolResult } from "@kestrel/core";
import { imageBounds } from "@kestrel/protocol";
import { visibleName } from "@kestrel/text";
import { z } from "zod";
import { answering } from "../answer/answering.ts";
import { grouped } from "../answer/grouped.ts";
import { isStale } from "../answer/is-stale.ts";
import { Refusal } from "../answer/refusal.ts";
import type { Blobs } from "../change/file-blobs.ts";
import { pictureFacts } from "../pictures/picture-facts.ts";
import { assessRead, readBinding } from "../place/assess-read.ts";
import { type Bounds, boundsOf, type ConfinedPath, confine } from "../place/confined-path.ts";
import { hashOf, readWhole } from "../place/file-content.ts";
import { insteadOfGit } from "../place/instead-of-git.ts";
import { isFolder } from "../place/is-folder.ts";
import { refuseMissing } from "../place/nothing-there.ts";
import { withFile } from "../place/open-file.ts";
import { isInGit } from "../place/protected-paths.ts";
import { spillPlace } from "../spill/spill-file.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import { listFolder } from "./list-folder.ts";
import { readLines } from "./read-lines.ts";

const Arguments = z.object({
  path: z.string(),
  offset: z.number().optional(),
  limit: z.number().optional(),
});

const defaultLines = 200;
const mostLines = 2000;

/**
 * Shows lines of a text file, or a folder's names.
 *
 * Lines come bare, without numbers. Edits are by exact text, and a weak model copies well what it sees and strips prefixes badly;
 * and Qwen3 spends a token on every digit, so that numbers make ordinary source a quarter dearer (26 % over 650 lines of Kestrel).
 * Where a number matters, the closing note and search have it.
 */
export function readTool(dependencies: ToolDependencies): Tool {
  return {
    concurrent: true,
    effect: "read",
    display: "file",
    spec: {
      name: "read",
      description: "Show a text file, or list a folder.",
      parameters: {
        type: "object",
        properties: {
          path: { type: "string", description: "relative to the workspace" },
          offset: { type: "integer", description: "first line, from 1" },
          limit: { type: "integer", description: `lines, default ${defaultLines}` },
        },
        required: ["path"],
      },
    },
    describe: (args) => ({ paths: [{ path: Arguments.parse(args).path, access: "read" }] }),
    assess: (args, context) => assessRead(dependencies, Arguments.parse(args).path, context),
    run: (args, context) => answering(() => read(dependencies, Arguments.parse(args), context), context),
  };
}

async function read(
  dependencies: ToolDependencies,
  args: z.infer<typeof Arguments>,
  context: ToolContext,
): Promise<ToolResult | StaleCall> {
  const range = {
    offset: Math.max(1, Math.trunc(args.offset ?? 1)),
    limit: Math.min(mostLines, Math.max(1, Math.trunc(args.limit ?? defaultLines))),
  };
  const spill = spillPlace(dependencies.spillFolder, args.path);
  const bounds = spill?.bounds ?? (await boundsOf(context.workspace, dependencies));
  const place = spill?.place ?? (await confine(bounds, args.path));
  if (!spill && isStale(readBinding(place), context)) return { outcome: "stale" };
  if (!spill) await refuseMissing(bounds, place, context);
  if (!spill && !context.texts) await refuseGit(bounds, place);
  if (await isFolder(place)) return listFolder(bounds, place, range, context);
  return withFile(bounds, place, async (handle, stat) => {
    const { blobs } = dependencies;
    const picture = spill ? undefined : await readPicture(place.path, handle, stat, { blobs, context });
    if (picture) return picture;
    if (!spill) dependencies.languages?.opened(context.workspace, place.real);
    // The first read of a file: a later read already has the outline.
    const outline = !spill && !context.texts && args.limit === undefined && range.offset === 1;
    const { outputLimit, texts } = context;
    const result = await readLines(place.path, handle, stat, range, { outputLimit, texts, outline });
    return spill ? { ...result, seen: undefined } : result;
  });
}

/** Refuses to read git's own files as project files; git commands show their content. */
async function refuseGit(bounds: Bounds, place: ConfinedPath): Promise<void> {
  if (!(await isInGit(bounds, place))) return;
  const found = await insteadOfGit(bounds, place);
  const next =
    found === undefined
      ? 'Ask git: call shell with {"command": "git status"}.'
      : `The file is ${found}: call read with {"path": ${JSON.stringify(found)}}.`;
  throw new Refusal(`${visibleName(place.path)} belongs to git. ${next}`);
}

/** A picture with more pixels is not shown: a server decodes all of them. */
const mostPixels = 24_000_000;
const lookedAt = 64 * 1024;

/** A picture as a read's answer, if the model accepts images; undefined for any other file. */
async function readPicture(
  path: string,
  handle: FileHandle,
  stat: Stats,
  { blobs, context }: { blobs: Blobs; context: ToolContext },
): Promise<ToolResult | undefined> {
  const start = Buffer.alloc(Math.min(lookedAt, Math.max(0, stat.size)));
  const { bytesRead } = await handle.read(start, 0, start.length, 0);
  const facts = pictureFacts(start.subarray(0, bytesRead));
  if (!facts) return undefined;
  const { mediaType, width, height } = facts;
  const size = width && height ? `, ${width} x ${height} pixels` : "";
  const what = `${visibleName(path)} is a picture (${mediaType}${size}, ${grouped(stat.size)} bytes)`;
  if (!(await context.sees?.())) throw new Refusal(`${what}. You cannot see pictures here.`);
  const large = (width ?? 0) * (height ?? 0) > mostPixels;
  const bytes = large ? undefined : await readWhole(handle, imageBounds.bytes);
  if (!bytes) throw new Refusal(`${what}: too large to show. Make a smaller copy with shell.`);
  const image = { ...facts, blob: await blobs.put(bytes), bytes: bytes.length };
  return { outcome: "ok", content: `${what}.`, images: [image], seen: [{ path, hash: hashOf(bytes) }] };
}
