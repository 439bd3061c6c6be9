import { parseRule } from "@kestrel/protocol";

/** The shortest command that a rule matches: its text without the stars. Undefined when it matches none. */
export function barestCommand(rule: string): string | undefined {
  const { kind, pattern } = parseRule(rule) ?? {};
  if (kind !== "command" || pattern === undefined) return undefined;
  const words = pattern.replace(/'[^']*'|\*/g, (part) => (part === "*" ? "" : part)).trim();
  return words === "" ? undefined : words;
}
