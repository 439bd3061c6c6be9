import { matchAt } from "../parse-context.ts";

/** How a family encloses its reasoning. `closes` is what ends it; with `orphan` it means reasoning before it, too. */
type Enclosure = { opens: RegExp; closes: string; orphan?: false };

const enclosures: readonly Enclosure[] = [
  { opens: /\[THINK\]/iy, closes: "[/THINK]" },
  { opens: /◁think▷/y, closes: "◁/think▷" },
  // Gemma 4: the channel is called `thought`, or nothing.
  { opens: /<\|channel>(?:[ \t]*thought\b)?/y, closes: "<channel|>" },
  // Cohere, Apertus, OpenThinker.
  { opens: /<\|START_THINKING\|>/iy, closes: "<|END_THINKING|>" },
  { opens: /<\|inner_prefix\|>/y, closes: "<|inner_suffix|>" },
  { opens: /<\|begin_of_thought\|>/y, closes: "<|end_of_thought|>" },
  { opens: /<\|open\|>\s*think\s*<\|sep\|>/y, closes: "<|close|>think<|sep|>" },
  // Solar Open 1 and 2, PLaMo 3, Inkling, HyperCLOVA X.
  { opens: /<\|think\|>/y, closes: "<|end|>", orphan: false },
  { opens: /<\|think:start\|>/y, closes: "<|think:end|>" },
  { opens: /<\|plamo:begin_think:plamo\|>/y, closes: "<|plamo:end_think:plamo|>" },
  { opens: /<\|content_thinking\|>/y, closes: "<|end_message|>", orphan: false },
  { opens: /<\|im_start\|>assistant\/think\b/y, closes: "<|im_end|>", orphan: false },
];

/** `<think>` in its variants: a vendor before it, a suffix behind it. */
const tag =
  "(?:[a-z]+[:|])?(?:think|thinking|thought|reasoning|think_fast|think_faster|longcat_think)(?::[\\w.-]{1,24})?";
const tagOpener = new RegExp(`<(${tag})>`, "iy");
const tagCloser = new RegExp(`</${tag}>|\\[BEGIN FINAL RESPONSE\\]`, "iy");

const orphans = enclosures.filter((one) => one.orphan !== false).map((one) => one.closes);
function escaped(literal: string): string {
  return literal.replace(/[[\]|/]/g, "\\$&");
}

/** All of them at once: most tags are no mark of reasoning, and are passed over for the price of one look. */
const anyMark = new RegExp(
  [
    tagOpener.source,
    tagCloser.source,
    ...enclosures.map(({ opens }) => opens.source),
    ...orphans.map(escaped),
  ].join("|"),
  "iy",
);

/** True if reasoning may open or close at `at`. */
export function isThinkMark(text: string, at: number): boolean {
  anyMark.lastIndex = at;
  return anyMark.test(text);
}

/** The opening of reasoning at `at`: where the reasoning begins, and what would close it. */
export function readThinkOpener(text: string, at: number): { inner: number; closer: string } | undefined {
  const named = matchAt(tagOpener, text, at);
  if (named) return { inner: at + named[0].length, closer: `</${named[1]}>` };
  for (const { opens, closes } of enclosures) {
    const found = matchAt(opens, text, at);
    if (found) return { inner: at + found[0].length, closer: closes };
  }
  return undefined;
}

/** The end of a closing mark of reasoning at `at`, whose opening mark is missing; `undefined` if there is none. */
export function readThinkCloser(text: string, at: number): number | undefined {
  const named = matchAt(tagCloser, text, at);
  if (named) return at + named[0].length;
  const closer = orphans.find((one) => text.startsWith(one, at));
  return closer === undefined ? undefined : at + closer.length;
}
