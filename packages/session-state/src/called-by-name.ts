import type { Invocable } from "@kestrel/protocol/api";

/** A line that calls a prompt or a skill: which, with what, and what is then said to the model, if anything. */
export type CalledByName = { name: string; argument: string; words?: string };

/**
 * Reads `/name words`. What is written behind the name is said after it; a prompt that is a task of its own is begun by its name
 * alone. Undefined where nothing has that name.
 */
export function calledByName(line: string, invocables: readonly Invocable[]): CalledByName | undefined {
  const [, name = "", said = ""] = /^\/([a-z0-9][a-z0-9_-]{0,63})(?:\s+([\s\S]*))?$/.exec(line.trim()) ?? [];
  const known = invocables.find((one) => one.name === name);
  if (!known) return undefined;
  const argument = said.trim();
  const words = argument === "" && known.starts ? `/${name}` : argument;
  return { name, argument, ...(words !== "" && { words }) };
}
