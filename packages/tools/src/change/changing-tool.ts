import type { Tool, ToolContext } from "@kestrel/core";
import { answering } from "../answer/answering.ts";
import { isStale } from "../answer/is-stale.ts";
import type { ToolDependencies } from "../tool-dependencies.ts";
import type { ChangeWatch } from "./change-watch.ts";
import { assessChange, bindingOf, carryOut, type PlannedChange } from "./planned-change.ts";

/** What one way of changing a file adds to what all of them do. */
type Changing<Arguments extends { path: string }> = {
  spec: Tool["spec"];
  /** Checks the arguments. Throws when they do not fit. */
  parse(args: unknown): Arguments;
  /** What would be written. Throws Refusal when it must not be. */
  prepare(args: Arguments, context: ToolContext): Promise<PlannedChange>;
  /** What the model is told when it is done. */
  told(change: PlannedChange): string;
};

/** A tool that changes a file: the change is planned when it is assessed, and planned anew, against what is there then, when it runs. */
export function changingTool<Arguments extends { path: string }>(
  dependencies: ToolDependencies,
  watch: ChangeWatch,
  { spec, parse, prepare, told }: Changing<Arguments>,
): Tool {
  return {
    concurrent: false,
    spec,
    describe: (args) => ({ paths: [{ path: parse(args).path, access: "write" }] }),
    assess: (args, context) => {
      const wanted = parse(args);
      return assessChange(dependencies, wanted.path, context, () => prepare(wanted, context));
    },
    run: (args, context) =>
      answering(async () => {
        const change = await prepare(parse(args), context);
        // A link may have taken a folder's place since the question, or another program may have written the file.
        if (isStale(await bindingOf(change), context)) return { outcome: "stale" };
        const result = await carryOut(dependencies, change, told(change));
        watch.succeeded(change, context);
        return result;
      }),
  };
}
