import type { RulePattern } from "@kestrel/protocol";
import type { SayAny } from "./sentence.ts";

/** What allowing rules let through: a rule about a file is about every later call on it, whatever the call writes. */
export function coversSentence(rules: readonly RulePattern[], say: SayAny): string {
  const covered = rules.map(({ tool = "", kind, pattern = "" }) => {
    const values = { pattern, ...(tool !== "" && { tool }) };
    // A path without a slash is a name in every folder; a star alone is every path.
    const isName = kind === "path" && !/\/|^\*+$/.test(pattern.replace(/^\.\//, ""));
    return say(`approval.covers.${isName ? "name" : (kind ?? "tool")}`, values);
  });
  return [...new Set(covered)].join("; ");
}
