import type { CallBinding } from "../ports/tool.ts";

/**
 * The text that an approval's digest covers: workspace, tool, argument bytes, and the binding the call was judged on, by name. NUL cannot
 * occur in a path, a tool name or JSON text; without a binding this equals the text of older logs.
 */
export function approvalSubject(
  workspace: string,
  { tool, arguments: text }: { tool: string; arguments: string },
  binding: CallBinding = {},
): string {
  const ground = Object.entries(binding).sort(([left], [right]) => (left < right ? -1 : 1));
  const bound = ground.length > 0 ? `\0${JSON.stringify(ground)}` : "";
  return `${workspace}\0${tool}\0${text}${bound}`;
}
