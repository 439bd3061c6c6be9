import { createHash } from "node:crypto";

/**
 * Tokens that the first stretch reads: on an accelerator the whole corpus twice, five minutes; on two processor cores as many as they read
 * in two to four hours, which is too little (nano/README.md).
 */
export const read = { accelerator: 612_000_000, processor: 102_000_000 };

/** Tokens of the corpus, and of one file of it. */
const most = { corpus: 306_000_000, part: 4_000_000 };

/**
 * Short conversations first, so that copying is learnt cheaply; then short and longer ones again, up to the whole window. Of 102 shares.
 */
const kinds = [
  { share: 8, window: 384 },
  { share: 8, window: 512 },
  { share: 8, window: 768 },
  { share: 8, window: 1024 },
  { share: 8, window: 1280 },
  { share: 12, window: 640 },
  { share: 14, window: 1024 },
  { share: 14, window: 1536 },
  { share: 12, window: 2560 },
  { share: 10, window: 4096 },
];

/** From scratch: reads `tokens`, and writes at most as many. */
export function firstStretch(tokens) {
  const all = Math.min(tokens, most.corpus);
  const files = kinds.flatMap(({ share, window }) => {
    const many = Math.ceil((all * share) / 102 / most.part);
    return Array.from({ length: many }, () => ({ window, tokens: Math.ceil((all * share) / 102 / many) }));
  });
  return { tokens, parts: files.map((one, at) => part(1 + at * 1_000_000, at, one)) };
}

/** After it, at a quarter of the rate: tasks to decline are mostly about existing files, and are mistaken for orders. */
export function lastStretch() {
  return { ...inTurn(18, 500_000_000), begin: 0.25, mixture: "declining" };
}

/**
 * Percentage of the file; the rest is the first stretch's. The first alone declines 56 of 60 and is right in 98 % of single orders, the
 * last alone declines all and is right in 95 %; with 30 parts of it every target is met, with 40 not (nano/attempts.md).
 */
export const lastShare = 30;

/** Continues from fully trained weights; every `file` has conversations of its own. */
export function furtherStretch(file) {
  const first = 1_000_000_000 + (createHash("sha256").update(file).digest()[0] % 64) * 5e7;
  return { ...inTurn(20, first), begin: 0.467 };
}

/** Alternates short and longer conversations, with few of the longest, which cost most to read. */
function inTurn(many, firstSeed) {
  const three = [
    { tokens: 2_000_000, window: 1024 },
    { tokens: 1_750_000, window: 1536 },
    { tokens: 1_000_000, window: 3072 },
  ];
  const parts = Array.from({ length: many }, (_, at) => part(firstSeed + at * 1_000_000, at, three[at % 3]));
  return { parts, tokens: parts.reduce((sum, { tokens }) => sum + tokens, 0) };
}

const part = (firstSeed, at, rest) => ({ name: `part-${`${at}`.padStart(3, "0")}`, firstSeed, ...rest });
