/** A vendor before the name of a tag. */
const vendor = "(?:[|｜]\\s?[A-Z]{2,8}\\s?[|｜]\\s?|[A-Za-z]{1,20}[:|_])?";
/** What stands around a text in Gemma's notation. */
const gemma = '(?:<\\|"\\|>|<escape>)';
/**
 * What stands only inside of a call, in any family that has marks for it: tags of parameters, the beginning of a call in them, a mark of Gemma's texts
 * that is no word of a sentence, a section of CDATA beside its tag.
 */
const insideCalls = new RegExp(
  [
    `</?${vendor}(?:parameter|function|invoke|arg_(?:key|value))(?![\\w-])(?!s?>)`,
    `(?:parameter|arg_(?:key|value))(?::[\\w.-]{1,24})?>`,
    `<${vendor}param[\\s>]`,
    "<\\|tool_(?:arg|(?!call)\\w{0,20}:)",
    "<\\|(?:open|close)\\|>\\s*arg|argument<\\|sep\\|>",
    `(?<!\\s)${gemma}|${gemma}(?![\\s.,;:!?)])|^\\s*${gemma}`,
    "<!\\[CDATA\\[|\\]\\]></",
    "minimax\\[",
    `<${vendor}(?:tool_calls?|function_calls?|calls)(?::[\\w.-]{1,24})?>(?:>|\\s*<(?!/))`,
    '(?:<\\|tool_call>|<start_function_call>)\\s*[\\w<"]',
  ].join("|"),
);
/** A vendor's tag that is none of its own: its name goes on, or an attribute stands in it that it has not. */
const strangeVendor =
  /<\/?(?:atem|minimax|seed|ifm)[:|](?!(?:tool_calls?|function_calls?|invoke|parameter|arg_\w{1,8}|think|cot_budget_reflect|[be]os)(?:[>\s]|$))/;
/** A mark that lost a sign, or another stands in it. */
const tornToken = new RegExp(
  [
    // A tag in which the next begins, a token, or one in two lines.
    '<[/\\w][\\w:|]{0,30}<|<[|｜]|\\S[|｜]>|<\\n/?\\w{0,20}>|<"[>|]',
    // A tag whose name goes on behind another sign; behind a backslash it is no tag.
    '(?<!\\\\)<\\w{1,20}["\'`;,\\]{}\\\\][\\w:{"]{0,30}>|\\w<\\\\\\w',
    // What is left of the marks around a call.
    "[^<]\\|tool_call>|[^</\\w|:]\\w{1,20}_call\\|?>|\\w<\\W?\\w{0,6}call\\|?>",
    "<(?!(?:start_|end_)?(?:function|tool)_call)\\w{0,20}_call\\|?>|<tool_\\w{0,10}\\s+\\w{1,20}=",
    // Gemma's, Kimi K3's, DSML's and MiniMax M3's own.
    "<(?:start|end)_func(?!tion_call>)|<esc(?!ape>)\\w{0,20}>",
    "<\\|close\\|>\\s*(?!\\w{1,20}(?:<\\|sep|\\s*$))",
    "(?<!<\\/?[|｜]?)(?<![DSML])[DSML]{2,4}｜|(?<!<\\/?)｜DS",
    '\\]<[\\]"]',
  ].join("|"),
);
/** The end of a tag that has no beginning. */
const gluedSign = /[\p{L}\p{N}:;,}\])]>(?!=)|["'`]>(?![="'`])/u;
/** Two brackets and what stands between them: a tag, an address, what a type is of. */
const pair = /<[^<>]{1,400}>/g;
const wholeToken =
  /<[|｜](?:[\w:▁-]{1,60}|")[|｜]>|<\|(?:tool_(?:call|response)|channel|turn|think)>|<(?:tool_(?:call|response)|channel|turn)\|>/g;
const anyTag = /<(\/?)([^<>\s/]{0,40})[^<>]{0,80}>?/g;
/** The end of a call, or what a cut left of it: more of them than there are calls is no harm. */
const callCloser =
  /^<\/(?:[|｜]\s?[A-Z]{2,8}\s?[|｜]\s?|\w{1,20}[:|])?\w{0,20}(?:tools?|calls?|functions?|invoke|TOOLCALL|arguments|parameters)(?::[\w.-]{1,24})?\s*>/;
const cutCloser =
  /^<\/(?:(?:\w{1,20}[:|_]|[|｜][^<>]{0,8})?(?:t|to|too|tool\w{0,12}|fu?n?c?t?\w{0,8}|in?v?o?k?e?|ca?l?l?s?))?$/;
const callEnd =
  /^(?:<\/(?!(?:s|answer|response)\b)|<tool_call\|>|<end_function_call>|<\|tool_call:end\|>|<\|close\|>\s*(?:call|argument))/;
/** The end of a text and of the object it stood in, of which no beginning stands before it. */
const restOfObject = /^[^{]*"\s{0,5}\}/;
const plainTag = /<([\p{L}_][\p{L}\p{N}_.-]{0,80})>/gu;
const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

/** True if `mark` ends a call: behind `words` that is none which has ended. */
export function endsAnother(words: string, mark: string): boolean {
  return callEnd.test(mark) && words.trim() !== "";
}

/**
 * True if what stands beside a call is in part what is left of another, outside of code: its own mark was damaged, or the call stands in one of its values.
 * Which of the two, nothing tells, so the call must not run. `isTool` knows the tools on offer, which some families name their tags after; `isLast`: nothing
 * stands behind, and a cut may have ended it.
 */
export function holdsRemains(text: string, isTool: (name: string) => boolean, isLast: boolean): boolean {
  if (!/[<>}｜]/.test(text)) return false;
  const words = text.replace(code, "");
  return (
    restOfObject.test(words) ||
    holdsPieces(words) ||
    closesStranger(words, isLast) ||
    holdsToolTag(words, isTool)
  );
}

/** True if a tag that is called like a tool stands in a text. */
export function holdsToolTag(text: string, isTool: (name: string) => boolean): boolean {
  return [...text.matchAll(plainTag)].some(([, name = ""]) => isTool(name));
}

/** What stands between two calls is short, and much the same all through a reply. */
const known = new Map<string, boolean>();
const shortText = 60;
const maximumKnown = 200;

function holdsPieces(words: string): boolean {
  const before = words.length > shortText ? undefined : known.get(words);
  if (before !== undefined) return before;
  const holds =
    insideCalls.test(words) ||
    strangeVendor.test(words) ||
    tornToken.test(words.replace(wholeToken, "")) ||
    gluedSign.test(words.replace(pair, " ").replace(pair, " "));
  if (words.length <= shortText) {
    if (known.size >= maximumKnown) known.clear();
    known.set(words, holds);
  }
  return holds;
}

/** True if a tag is closed that was not opened. */
export function closesStranger(words: string, isLast: boolean): boolean {
  const opened = new Set<string>();
  const firstWord = words.search(/\S/);
  for (const { 0: tag, 1: slash, 2: name = "", index } of words.matchAll(anyTag)) {
    if (slash === "") opened.add(name);
    else if (!opened.has(name) && !(callCloser.test(tag) && index === firstWord)) {
      const isCut = isLast && words.trim() === tag && cutCloser.test(tag);
      if (!isCut) return true;
    }
  }
  return false;
}
