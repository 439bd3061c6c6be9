import type { CallCandidate } from "./call-candidate.ts";

/**
 * What was found at a position: candidates up to `end`. `cut`: the output ran out inside the last call. `broken`: it is
 * meant as a call but cannot be read. `from`: its markup begins before the mark. `ends`: the turn is over here. Readers give `undefined` where there is no call.
 */
export type ParseResult = {
  candidates: CallCandidate[];
  end: number;
  ending: "complete" | "cut" | "broken";
  reason?: string;
  from?: number;
  ends?: true;
};

/** Why a call that stands in a value of another is broken: the other may have been cut short by its marks. */
export const insideText = "it stands in a text of another";

export function complete(candidates: CallCandidate[], end: number): ParseResult {
  return { candidates, end, ending: "complete" };
}

export function cut(candidates: CallCandidate[], end: number): ParseResult {
  return { candidates, end, ending: "cut" };
}

export function broken(candidates: CallCandidate[], end: number, reason: string): ParseResult {
  return { candidates, end, ending: "broken", reason };
}
