import { CrewVerdict } from "@kestrel/protocol";
import { jsonOrNothing, visibleName } from "@kestrel/text";

/** UTF-16 units of a reason: three lines of a terminal, or of a card. */
const longestReason = 280;

/** The schema of an answer, for servers that support one. */
export const reviewSchema = {
  type: "object",
  properties: {
    verdict: { type: "string", enum: ["fits", "doubtful", "dangerous"] },
    reason: { type: "string", maxLength: longestReason },
  },
  required: ["verdict", "reason"],
  additionalProperties: false,
} as const;

/**
 * Parses a critic's answer: one JSON object, its reason on one line, bounded, without invisible characters. Undefined for any other
 * answer, and for "fits" about a call that was not shown whole.
 */
export function judgeReview(said: string, sawWhole: boolean): CrewVerdict | undefined {
  const from = said.indexOf("{");
  const to = said.lastIndexOf("}");
  if (from < 0 || to < from) return undefined;
  const { data } = CrewVerdict.safeParse(jsonOrNothing(said.slice(from, to + 1)));
  if (!data) return undefined;
  const reason = visibleName(data.reason.trim().replaceAll(/\s+/g, " "));
  if (reason === "" || (data.verdict === "fits" && !sawWhole)) return undefined;
  return { verdict: data.verdict, reason: shortened(reason) };
}

/** Ends with `…` when cut, and never splits a character. */
function shortened(text: string): string {
  if (text.length <= longestReason) return text;
  return `${text.slice(0, longestReason - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
