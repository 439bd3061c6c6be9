import type { CallCandidate } from "./call-candidate.ts";

/**
 * What was found at a position: candidates up to `end`. `cut`: the output ran out inside the last call. `broken`: it is
 * meant as a call but cannot be read. Readers give `undefined` where there is no call.
 */
export type ParseResult = {
  candidates: CallCandidate[];
  end: number;
  ending: "complete" | "cut" | "broken";
  reason?: string;
};

export function complete(candidates: CallCandidate[], end: number): ParseResult {
  return { candidates, end, ending: "complete" };
}

export function cut(candidates: CallCandidate[], end: number): ParseResult {
  return { candidates, end, ending: "cut" };
}

export function broken(candidates: CallCandidate[], end: number, reason: string): ParseResult {
  return { candidates, end, ending: "broken", reason };
}
