import type { Tool, ToolContext, TrainedTexts } from "@kestrel/core";
import type { z } from "zod";
import { answering } from "../answer/answering.ts";
import { isStale } from "../answer/is-stale.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import type { ChangeWatch } from "./change-watch.ts";
import { assessChange, bindingOf, carryOut, type PlannedChange } from "./planned-change.ts";

/** Shared by all changing tools. */
export type ChangeParts = { dependencies: ToolDependencies; watch: ChangeWatch };

/** The part that differs between the tools that change a file. */
type Changing<Arguments extends { path: string }> = {
  spec: Tool["spec"];
  schema: z.ZodType<Arguments>;
  /** Computes the change. Throws Refusal when it is not allowed. */
  prepare(parts: ChangeParts, args: Arguments, context: ToolContext): Promise<PlannedChange>;
  /** The result for the model. */
  formatResult(change: PlannedChange, texts?: TrainedTexts): string;
};

/** A tool that changes a file. The change is planned for the assessment and planned again, on the current file, when it runs. */
export function changingTool<Arguments extends { path: string }>(
  parts: ChangeParts,
  { spec, schema, prepare, formatResult }: Changing<Arguments>,
): Tool {
  const { dependencies, watch } = parts;
  return {
    concurrent: false,
    display: "diff",
    spec,
    describe: (args) => ({ paths: [{ path: schema.parse(args).path, access: "write" }] }),
    assess: (args, context) => {
      const wanted = schema.parse(args);
      return assessChange(dependencies, wanted.path, context, () => prepare(parts, wanted, context));
    },
    run: (args, context) =>
      answering(async () => {
        const change = await prepare(parts, schema.parse(args), context);
        // Since the approval a link may have replaced a folder, or another program may have written the file.
        if (isStale(await bindingOf(change), context)) return { outcome: "stale" };
        const result = await carryOut(dependencies, change, formatResult(change, context.texts));
        watch.succeeded(change, context);
        const { beforeText: before, afterText: after, place } = change;
        const found = context.texts
          ? ""
          : await dependencies.languages?.after(context.workspace, { path: place.real, before, after });
        return found ? { ...result, content: `${result.content}\n${found}` } : result;
      }, context),
  };
}
