import type { RejectedReason } from "@kestrel/protocol";

/** A rejection as text, for those who ask landing directly; a turn renders its own from the same parts. */
export function describeRejection({ reason, expected, got, hint }: RejectedReason): string {
  return [
    `Rejected: ${reason}.`,
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    `Got: ${got}`,
    ...(hint === undefined ? [] : [`Try: ${hint}`]),
  ].join("\n");
}
