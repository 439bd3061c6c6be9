import type { ErrorParams } from "@kestrel/protocol";

/** A count, with or without commas between its thousands. */
const count = "(\\d{1,3}(?:,\\d{3})+|\\d{2,9})";
const form = (...parts: string[]) => new RegExp(parts.join(""), "i");

/** The amount by which something is too long is not the window: such numbers are removed before the others are matched. */
const excesses: readonly RegExp[] = [
  form("\\bby (?:about |at least |~)?", count, "(?: tokens?)?"),
  form(count, " tokens? (?:over\\b|too (?:many|long|large|much)|more than|above|beyond|in excess)"),
  form("\\b(?:excess|over|overflow|surplus|too many):? ", count),
];

/** What the server has loaded. */
const windows: readonly RegExp[] = [
  // Anthropic's kin: "188240 + 21333 > 200000", "213462 tokens > 200000 maximum".
  form("\\d[\\d,]* \\+ [\\d,]+ > ", count),
  form("\\d[\\d,]*(?: tokens?)? > ", count, " maximum"),
  // Mistral: "too large for model with 262144 maximum context length".
  form(count, " maximum context length"),
  // DashScope: "Range of input length should be [1, 129024]".
  form("input length should be \\[\\d+, ?", count),
  // text-generation-inference: "`inputs` tokens + `max_new_tokens` must be <= 4096".
  form("must be <= ", count),
  // Google: "exceeds the maximum number of tokens allowed (1048575)"; GitHub: "exceeds the limit of 128000".
  form("tokens allowed \\(?", count),
  form("exceeds? the limit of ", count),
  // Everybody else: "context length of only 4096", "max_seq_len 8192", "token limit: 262144", "maximum prompt length is 131072".
  form(
    "(?:context (?:length|size|window|limit)|max_seq_len|max_model_len|token limit|maximum (?:model|prompt|allowed input) length)",
    "[^\\d.\\n]{0,40}",
    count,
    "\\b(?!\\s*[+%])",
  ),
];

/** The number of tokens in the request. */
const prompts: readonly RegExp[] = [
  form(count, " \\+ [\\d,]+ > \\d"),
  form(count, "(?: tokens?)? > [\\d,]+ maximum"),
  // vLLM and SGLang, where the reply's own limit is counted too.
  form(count, " (?:tokens )?(?:from|in) the (?:input )?messages"),
  form("has ", count, " input tokens"),
  form("given: ", count),
  form("\\(requested: ", count),
  form(
    "(?:request|input|prompt|requested|keep the first|\\(length)",
    "(?: token count| length)?(?: has| of| contains?| resulted in)?[^\\d.\\n]{0,12}",
    count,
    "(?= tokens| is greater|\\) is longer|\\)? exceeds)",
  ),
];

/** The numbers of an overflow that a server reports in prose only. Tokens. */
export function overflowNumbers(message: string): ErrorParams {
  const over = firstIn(excesses, message);
  const told = excesses.reduce((text, excess) => text.replace(excess, ""), message);
  const window = firstIn(windows, told);
  const prompt =
    firstIn(prompts, told) ?? (window === undefined || over === undefined ? undefined : window + over);
  const size = window ?? (prompt === undefined || over === undefined ? undefined : prompt - over);
  return {
    ...(prompt === undefined || prompt === size ? {} : { n_prompt: prompt }),
    ...(size === undefined || size <= 0 ? {} : { n_ctx: size }),
  };
}

function firstIn(forms: readonly RegExp[], text: string): number | undefined {
  for (const one of forms) {
    const found = one.exec(text)?.[1];
    if (found !== undefined) return Number(found.replaceAll(",", ""));
  }
  return undefined;
}
