import type { StaleCall, Tool, ToolContext, ToolResult } from "@kestrel/core";
import { z } from "zod";
import { answering } from "../answer/answering.ts";
import { isStale } from "../answer/is-stale.ts";
import { assessRead, readBinding } from "../place/assess-read.ts";
import { boundsOf, confine } from "../place/confined-path.ts";
import { isFolder } from "../place/is-folder.ts";
import { refuseMissing } from "../place/nothing-there.ts";
import { withFile } from "../place/open-file.ts";
import { spillPlace } from "../spill/spill-file.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import { listFolder } from "./list-folder.ts";
import { readLines } from "./read-lines.ts";
import { readPicture } from "./read-picture.ts";

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
  if (await isFolder(place)) return listFolder(bounds, place, range, context);
  return withFile(bounds, place, async (handle, stat) => {
    const { blobs } = dependencies;
    const picture = spill ? undefined : await readPicture(place.path, handle, stat, { blobs, context });
    if (picture) return picture;
    const result = await readLines(place.path, handle, stat, range, context);
    return spill ? { ...result, seen: undefined } : result;
  });
}
