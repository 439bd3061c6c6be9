import type { Tool, ToolContext } from "@kestrel/core";
import { answering } from "../answer/answering.ts";
import type { ToolHouse } from "../house.ts";
import type { ChangeWatch } from "./change-watch.ts";
import { assessChange, carryOut, type PlannedChange } from "./planned-change.ts";

/** What one way of changing a file adds to what all of them do. */
type Changing<Arguments extends { path: string }> = {
  spec: Tool["spec"];
  /** Checks the arguments. Throws when they do not fit. */
  parse(args: unknown): Arguments;
  /** What would be written. Throws Refusal when it must not be. */
  prepare(args: Arguments, surroundings: ToolContext): Promise<PlannedChange>;
  /** What the model is told when it is done. */
  told(change: PlannedChange): string;
};

/** A tool that changes a file: the change is planned when it is assessed, and planned anew, against what is there then, when it runs. */
export function changingTool<Arguments extends { path: string }>(
  house: ToolHouse,
  watch: ChangeWatch,
  { spec, parse, prepare, told }: Changing<Arguments>,
): Tool {
  return {
    concurrent: false,
    spec,
    describe: (args) => ({ paths: [{ path: parse(args).path, access: "write" }] }),
    assess: (args, surroundings) => {
      const wanted = parse(args);
      return assessChange(house, wanted.path, surroundings, () => prepare(wanted, surroundings));
    },
    run: (args, surroundings) =>
      answering(async () => {
        const change = await prepare(parse(args), surroundings);
        const result = await carryOut(house, change, told(change));
        watch.succeeded(change, surroundings);
        return result;
      }),
  };
}
