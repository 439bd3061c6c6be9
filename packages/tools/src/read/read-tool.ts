import type { StaleCall, Tool, ToolContext, ToolResult } from "@kestrel/core";
import { visibleName } from "@kestrel/text";
import { z } from "zod";
import { answering } from "../answer/answering.ts";
import { isStale } from "../answer/is-stale.ts";
import { Refusal } from "../answer/refusal.ts";
import { assessRead, readBinding } from "../place/assess-read.ts";
import { type Bounds, boundsOf, type ConfinedPath, confine } from "../place/confined-path.ts";
import { insteadOfGit } from "../place/instead-of-git.ts";
import { isFolder } from "../place/is-folder.ts";
import { refuseMissing } from "../place/nothing-there.ts";
import { withFile } from "../place/open-file.ts";
import { isInGit } from "../place/protected-paths.ts";
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
