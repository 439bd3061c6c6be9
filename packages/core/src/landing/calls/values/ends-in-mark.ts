import { isObject } from "../../json/loose-value.ts";
import { isWhole } from "../../json/whole-text.ts";
import type { CallCandidate } from "../call-candidate.ts";
import { hasStraySign } from "./sound-value.ts";

/** The mark that closes a call, in tags, tokens or brackets, or a part of it. */
const markAtEnd =
  /<[|｜][\w▁/]{0,30}[|｜]?>?\s*$|<\/\w{0,9}tool\w*>?\s*$|<\/?[\w{:]{1,20}\s*$|[{<|]calls?\s*$|(?:ND_|OOL_|_RE?Q|_CALL)[A-Z_]{0,14}\]?\s*$/;

/** The beginning of another call, in its mark or its envelope. */
const anotherInside = /<\/?\w{0,12}tool|arguments"\s*:/;

/** True if a text among arguments without their end closes with a mark: its own quote was lost before. */
export function endsInMark(given: CallCandidate["arguments"]): boolean {
  if (given.kind !== "value" && given.kind !== "positional") return false;
  const values = isObject(given.value) || Array.isArray(given.value) ? Object.values(given.value) : [];
  return values.some(
    (value) =>
      typeof value === "string" &&
      (markAtEnd.test(value.slice(-60)) ||
        (anotherInside.test(value) && !(isWhole(value) && !hasStraySign(value)))),
  );
}
