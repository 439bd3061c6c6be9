import { mendArguments } from "./arguments/mend-arguments.ts";
import { describeRejection } from "./describe-rejection.ts";
import type { JSONSchema, RepairedArguments } from "./shapes.ts";

/** Reads the arguments of a call; repairs only what is broken and never guesses. Never throws. */
export function repairArguments(text: string, schema?: JSONSchema): RepairedArguments {
  const mended = mendArguments(text, schema);
  return mended.ok ? mended : { ok: false, error: describeRejection(mended.why) };
}
