import type { CrewVerdict } from "@kestrel/protocol";

/** A second look at a call by another model: what it makes of it, always as that model's own opinion. */
export const review = {
  "review.by": "Opinion of another model (“{model}”); you decide",
  "review.of": "Opinion of another model (“{model}”)",
  "review.under-way": "still looking; you need not wait for it",
  "review.none": "It gave no opinion that can be used.",
  "review.failed": "It could not be asked⟨: {why}|.⟩",
  "review.fits": "seems to fit",
  "review.doubtful": "doubtful",
  "review.dangerous": "dangerous",
} as const satisfies Record<`review.${CrewVerdict["verdict"]}`, string> & Record<string, string>;
