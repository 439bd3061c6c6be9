import type { RejectedReason, ToolSpec } from "@kestrel/protocol";
import { useName } from "../catalog/use-spec.ts";

export type NamedReason = RejectedReason & { tool: string };

/** Most characters of the model's own text, and of the schema, that an answer repeats. */
const mostGot = 200;
const mostExpected = 500;

/** A rejection as stored and answered: limits how much of the model's own text it repeats. */
export function shownReason(rejected: RejectedReason): RejectedReason {
  return { ...rejected, got: shortened(rejected.got, mostGot) };
}

export function unknownTool(name: string, tools: readonly ToolSpec[]): RejectedReason {
  return {
    reason: `there is no tool "${shortened(name, 64)}"`,
    kind: "unknown_tool",
    expected: `one of ${tools.map((tool) => tool.name).join(", ")}`,
    got: shortened(name, mostGot),
    hint: tools.some((tool) => tool.name === useName)
      ? "call one of these by its exact name, skills and servers through use, or answer without a tool"
      : "call one of these by its exact name, or answer without a tool",
  };
}

/** For a call that the end of the output cut off. `text`: the received part. */
export function cutCall(text: string): RejectedReason {
  return {
    reason: `the call was cut at ${text.length} characters, so nothing was done`,
    kind: "cut",
    expected: "one complete call",
    got: shortened(text, mostGot),
    hint: "write in parts: a smaller piece now, the rest with further calls",
  };
}

/** The answer to a rejected call, in four parts and nothing else. */
export function rejectionText(tool: string, rejected: RejectedReason, spec: ToolSpec | undefined): string {
  const { reason, got, hint = "send one corrected call" } = rejected;
  const expected = rejected.expected ?? JSON.stringify(spec?.parameters ?? {});
  return [
    `Rejected: the call to ${tool} was not run: ${reason}.`,
    `Expected: ${shortened(expected, mostExpected)}`,
    `Got: ${got}`,
    `Try: ${hint}`,
  ].join("\n");
}

/** At most `most` characters, never half of one. */
function shortened(text: string, most: number): string {
  const characters = [...text.slice(0, most * 2 + 2)];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
