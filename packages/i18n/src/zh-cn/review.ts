import type { review as english } from "../en/review.ts";

/** 另一个模型对一次调用的看法。 */
export const review: Record<keyof typeof english, string> = {
  "review.by": "另一个模型（“{model}”）的看法，由你决定",
  "review.of": "另一个模型（“{model}”）的看法",
  "review.under-way": "还在看；不必等它",
  "review.none": "它没有给出可用的看法。",
  "review.failed": "无法询问它⟨：{why}|。⟩",
  "review.fits": "看来符合",
  "review.doubtful": "存疑",
  "review.dangerous": "危险",
};
