import { closestName } from "@kestrel/text";

/** The rule meant by a text of unknown kind: the kind was mistyped, or left out before a command. */
export function meantRule(text: string): string {
  const [, kind = "", rest = ""] = /^(\w+):\s*(.*)$/s.exec(text) ?? [];
  const near = kind === "" ? undefined : closestName(kind, ["command", "path", "host", "mcp"]);
  return near === undefined ? `command: ${text}` : `${near}: ${rest}`;
}
