import type { Invocable } from "@kestrel/protocol/api";

/** A line that calls a prompt or a skill: its name, its argument, and the text sent to the model, if any. */
export type CalledByName = { name: string; argument: string; words?: string };

/**
 * Reads `/name words`. The words are sent after the text of that name; a prompt that is a complete task starts by its name alone. Undefined
 * for an unknown name.
 */
export function calledByName(line: string, invocables: readonly Invocable[]): CalledByName | undefined {
  const [, name = "", said = ""] = /^\/([a-z0-9][a-z0-9_-]{0,63})(?:\s+([\s\S]*))?$/.exec(line.trim()) ?? [];
  const known = invocables.find((one) => one.name === name);
  if (!known) return undefined;
  const argument = said.trim();
  const words = argument === "" && known.starts ? `/${name}` : argument;
  return { name, argument, ...(words !== "" && { words }) };
}
