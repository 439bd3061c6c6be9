import type { Grammar } from "./grammar.ts";
import { literals } from "./literals.ts";
import { grammars } from "./table.ts";

/** How a tool or a parameter may be called, in any script. */
export const namePattern = "[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]{0,119}";
const keyPattern = "[^<>\"'=\\n/][^<>\"'=\\n]{0,119}?";
const tagPattern = "[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]{0,80}";

/** A vendor before the name of a tag: `seed:`, `ifm|`, DSML's bars. */
const vendor = "(?:[|｜]\\s?[A-Z]{2,8}\\s?[|｜]\\s?|[a-z_]{2,12}[:|])?";
const suffix = "(?::[\\w.-]{1,24})?";

const placeholders: Record<string, string> = {
  name: `(?<name>${namePattern})`,
  tool: `(?<name>${tagPattern})`,
  key: `(?<key>${keyPattern})`,
  type: '(?<type>[^<>"\\n]{0,80}?)',
  index: "[\\w.:-]{0,80}",
  attributes: '(?:\\s+[\\w-]+\\s*=\\s*"[^"<>]*")*',
};
const tokens = /\{(\w+)\}|[⟨⟦⟩⟧¦ \n"|｜▁=^]|(<\/?)(?=[a-zA-Z⟨⟦])|(?<=[\w}⟩⟧"])(>)|[^{⟨⟦⟩⟧¦ \n<>"|｜▁=^]+|./gu;
const meanings: Record<string, string> = {
  "⟨": "(?:",
  "⟦": "(?:",
  "⟩": ")?",
  "⟧": ")",
  "¦": "|",
  " ": "\\s{0,40}",
  "\n": "\\s{0,40}",
  '"': "[\"']?",
  "|": "[|｜]",
  "｜": "[|｜]",
  "▁": "\\\\?[▁_ ]",
  "=": "\\s?=\\s?",
  "^": "(?<![\\s\\S])",
};

/** A template as the source of a pattern, for the flags `iu`. `bind` gives placeholders another meaning. */
function sourceOf(template: string, bind: Record<string, string> = {}): string {
  return template.replaceAll(tokens, (token, placeholder?: string, opens?: string, closes?: string) => {
    if (placeholder !== undefined) return bind[placeholder] ?? placeholders[placeholder] ?? "";
    if (opens !== undefined) return `${opens}${vendor}`;
    if (closes !== undefined) return `${suffix}\\s?>`;
    return meanings[token] ?? escaped(token);
  });
}

/** The same without names for what it finds. */
function silent(template: string): string {
  return sourceOf(template, {
    name: namePattern,
    tool: tagPattern,
    key: keyPattern,
    type: '[^<>"\\n]{0,80}?',
  });
}

function oneOf(templates: readonly string[], flags: string): RegExp {
  const sources = [...new Set(templates)].map(silent);
  return new RegExp(sources.length > 0 ? sources.join("|") : "(?!)", flags);
}

/** One way to write parameters in tags: what opens a call, a parameter's value, and what closes them. */
export type TagForm = {
  family: string;
  head: RegExp;
  /** True if the head is nothing but a name, so that a parameter must follow. */
  bareHead: boolean;
  alone: boolean;
  parameter: RegExp;
  /** The same anywhere in a text. */
  within: RegExp;
  /** The same as sources: of the opening tag, of the closing one for a key, of the call's own. */
  opens: string;
  closes: (key: string) => string;
  /** True if the closing tag carries the parameter's name. */
  ownCloser: boolean;
  /** True if no text holds its tags by chance, so that the next parameter may open in the same line. */
  strict: boolean;
  /** What a parameter's opening begins with, up to its name; and what stands before every tag of the family. */
  begins: RegExp;
  prefix: string;
  asItIs: boolean;
  /** What opens a call or its wrap, as a source. */
  around: string;
  end: string;
  ends: RegExp;
  literal?: { open: RegExp; marks: readonly [open: string, close: string] } | undefined;
  /** True if the head takes the name of an offered tool for a tag. */
  byTool: boolean;
  /** The same for the tag of one tool. */
  boundTo: (name: string) => TagForm;
};

export type NamedForm = { family: string; head: RegExp; alone: boolean; end: RegExp | undefined };

/** What opens a call in Gemma's notation, and the quotes of its texts: any family's where none is known. */
export type GemmaForm = { head: RegExp; inside: RegExp; quotes: readonly string[] };

/** Calls as lines: `Action: name` and `Action Input: {…}`. */
export type LinesForm = {
  head: RegExp;
  /** A call in Python's notation in the place of the name. */
  callHead: RegExp;
  result: RegExp;
  thought: RegExp;
  thoughts: RegExp;
  /** The beginning of a call at the end of a text. */
  cut: RegExp;
  cutResult: RegExp;
};

/** What is needed to read the replies of one family, or of any. */
export type Marks = {
  families: readonly Grammar[];
  opens: RegExp;
  weakOpens: RegExp;
  closes: RegExp;
  anyClose: RegExp;
  anyOpen: RegExp;
  results: RegExp;
  stops: RegExp;
  /** `first`: only at the beginning of a reply. */
  thinking: readonly { open: RegExp; closes: RegExp; first: boolean }[];
  /** What opens reasoning anywhere. */
  thinkOpens: RegExp;
  /** What closes reasoning, also such as was never opened: at a place, and anywhere. */
  orphan: RegExp;
  orphans: RegExp;
  /** A line that begins an invented result, and a fence or a line that does. */
  resultLine: RegExp;
  inventedFence: RegExp;
  fences: Record<"json" | "python" | "results", RegExp>;
  /** Words that announce a call, at the end of a text. */
  label: RegExp;
  /** The beginning of a fence of calls at the end of a text. */
  cutFence: RegExp;
  lines: readonly LinesForm[];
  /** What stands before a file's name, and a language whose block is no file. */
  files: { label: RegExp; without: RegExp };
  /** A text that begins with a parameter of any family, or its end. */
  parameter: RegExp;
  tags: readonly TagForm[];
  named: readonly NamedForm[];
  gemma: readonly GemmaForm[];
  /** Where a walk through a reply stops. */
  interesting: RegExp;
  /** The names of its tags, tokens and words in brackets: what has another is none of its marks. */
  names: ReadonlySet<string>;
  /** Any of its marks. */
  anyMark: RegExp;
  /** What a reply that was cut may end with the beginning of: what opens a call, and any mark. */
  openings: readonly string[];
  heads: readonly string[];
  endings: readonly string[];
  /** What begins any mark of a call, for values that had to be repaired. */
  callMark: RegExp;
};

function escaped(literal: string): string {
  return literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function tagForms(row: Grammar): TagForm[] {
  const { parameter, heads = [], wraps = [] } = row;
  if (row.form !== "tags" || !parameter) return [];
  const wrapClosers = wraps.flatMap(([, close]) => (close === undefined ? [] : [silent(close)]));
  const end = [...(row.end === undefined ? [] : [silent(row.end)]), ...wrapClosers].join("|") || "(?!)";
  const ownCloser = parameter[1].includes("{key}");
  return heads.map((head) => {
    const byName = new Map<string, TagForm>();
    const form: TagForm = {
      family: row.family,
      head: new RegExp(`${sourceOf(head)}\\s*`, "iuy"),
      bareHead: head.startsWith("{name}"),
      alone: row.alone ?? false,
      parameter: new RegExp(sourceOf(parameter[0]), "iuy"),
      within: new RegExp(silentKey(parameter[0]), "iu"),
      opens: silentKey(parameter[0]),
      closes: (key: string) => sourceOf(parameter[1], { key: escaped(key) }),
      ownCloser,
      strict: row.strict ?? false,
      begins: new RegExp(sourceOf(parameter[0].split("{key}")[0] ?? ""), "iuy"),
      prefix:
        parameter[0].split("<{key}>")[0] === parameter[0] ? "" : (parameter[0].split("<{key}>")[0] ?? ""),
      asItIs: row.asItIs ?? false,
      around:
        [...(head.startsWith("{name}") ? [] : [head]), ...wraps.map(([open]) => open)]
          .map(silent)
          .join("|") || "(?!)",
      end,
      ends: new RegExp(row.end === undefined ? "(?!)" : silent(row.end), "iuy"),
      literal: row.literal && {
        open: new RegExp(`\\s*${escaped(row.literal[0])}`, "y"),
        marks: row.literal,
      },
      byTool: head.includes("{tool}"),
      boundTo: (name) => {
        const bound = byName.get(name);
        if (bound) return bound;
        const own = { tool: escaped(name) };
        const ends = sourceOf(row.end ?? "", own);
        const fresh = { ...form, end: ends, ends: new RegExp(ends, "iuy"), around: sourceOf(head, own) };
        if (byName.size > 100) byName.clear();
        byName.set(name, fresh);
        return fresh;
      },
    };
    return form;
  });
}

function silentKey(template: string): string {
  return sourceOf(template, { type: '[^<>"\\n]{0,80}?' });
}

function compile(families: readonly Grammar[]): Marks {
  const strong = families.filter(({ weak }) => !weak);
  const opens = (rows: readonly Grammar[]) => rows.flatMap(({ wraps = [] }) => wraps.map(([open]) => open));
  const closes = families.flatMap(({ wraps = [], end }) => [
    ...wraps.flatMap(([, close]) => close ?? []),
    ...(end === undefined ? [] : [end]),
  ]);
  const tags = families.flatMap(tagForms);
  const parameterEnds = families.flatMap(({ parameter }) =>
    parameter && !parameter[1].includes("{key}") ? [parameter[1]] : [],
  );
  const alone = families.filter((row) => row.alone).flatMap(({ heads = [] }) => heads);
  const results = families.flatMap((row) => row.results ?? []);
  const stops = families.flatMap((row) => row.stops ?? []);
  const thinking = families.flatMap((row) => row.thinking ?? []);
  const files = families.flatMap((row) => row.files ?? []);
  const parameters = grammars.flatMap((row: Grammar) =>
    (row.parameter ?? [])
      .map((one) => one.split(/[ "=]*\{key\}/)[0] ?? "")
      .filter((one) => /[a-z]/.test(one)),
  );
  const orphans = thinking.flatMap(([open, close, how]) =>
    how === "turn" || open.startsWith("^") ? [] : [close],
  );
  const words = (list: readonly string[]) => list.map(silent).join("|") || "(?!)";
  const fences = (kind: "json" | "python" | "results") =>
    words(families.flatMap((row) => row.fences?.[kind] ?? []));
  const resultLines = words(families.flatMap((row) => row.resultLines ?? []));
  const resultLine = `^[ \\t*]*(?:${resultLines})\\**:`;
  const labels = words(families.flatMap((row) => row.labels ?? []));
  const marks = [
    ...opens(families),
    ...closes,
    ...results,
    ...stops,
    ...thinking.flatMap(([open, close]) => [close, open]),
    ...alone.filter((head) => !head.includes("{tool}")),
  ];
  return {
    families,
    opens: oneOf(opens(strong), "iuy"),
    weakOpens: oneOf(opens(families.filter(({ weak }) => weak)), "iuy"),
    closes: oneOf([...closes.filter((one) => !one.includes("{tool}")), ...parameterEnds], "iuy"),
    anyClose: oneOf(
      closes.filter((one) => !one.includes("{tool}")),
      "giu",
    ),
    anyOpen: oneOf(
      [...opens(strong), ...alone.filter((head) => /^[<[]/.test(head) && !head.includes("{tool}"))],
      "iu",
    ),
    results: oneOf(results, "iuy"),
    stops: oneOf(stops, "iuy"),
    thinking: thinking.map(([open, close]) => ({
      open: oneOf([open], "iuy"),
      closes: oneOf([close], "giu"),
      first: open.startsWith("^"),
    })),
    thinkOpens: oneOf(
      thinking.flatMap(([open]) => (open.startsWith("^") ? [] : [open])),
      "giu",
    ),
    orphan: oneOf(orphans, "iuy"),
    orphans: oneOf(orphans, "giu"),
    files: {
      label: new RegExp(`^(?:${words(files.flatMap(({ labels }) => labels))})\\s*[:：]\\s*\`?`, "iu"),
      without: new RegExp(`^(?:${words(files.flatMap(({ without }) => without))})$`, "iu"),
    },
    parameter: new RegExp(`^\\s*(?:${words(parameters)})`, "iu"),
    tags,
    named: families.flatMap((row) =>
      row.form === "named"
        ? (row.heads ?? []).map((head) => ({
            family: row.family,
            head: new RegExp(`${sourceOf(head)}\\s*`, "iuy"),
            alone: row.alone ?? false,
            end: row.end === undefined ? undefined : new RegExp(silent(row.end), "iuy"),
          }))
        : [],
    ),
    gemma: gemmaForms(families.filter(({ form }) => form === "gemma")),
    interesting: new RegExp(`${firsts(marks)}|\`|~~~|${resultLine}`, "gimu"),
    resultLine: new RegExp(resultLine, "imu"),
    inventedFence: new RegExp(`^\`\`\`(?:${fences("results")})|^(?:${resultLines}):`, "imu"),
    fences: {
      json: new RegExp(`^(?:${fences("json")})$`, "u"),
      python: new RegExp(`^(?:${fences("python")})$`, "u"),
      results: new RegExp(`^(?:${fences("results")})`, "u"),
    },
    label: new RegExp(`(?:^|\\n)[ \\t]{0,20}\\**(?:${labels})\\**[ \\t]*:\\**[ \\t]*$`, "iu"),
    cutFence: new RegExp(
      `(?:^|\\n)[ \\t]*\`\`\`(?:${fences("python")})[ \\t]*\\n\\s*(?:print\\(\\s*)?[\\w.]{0,80}$`,
      "iu",
    ),
    lines: families.flatMap((row) => (row.lines ? [linesForm(row.lines, row.resultLines ?? [])] : [])),

    names: new Set(marks.concat(parameterEnds).flatMap(namesIn)),
    anyMark: new RegExp(firsts(marks), "iu"),
    openings: [...opens(strong), ...alone].flatMap(literals),
    heads: families.flatMap((row) => row.heads ?? []).flatMap(literals),
    endings: marks.flatMap(literals),
    callMark: oneOf([...opens(strong), ...closes.filter((one) => !one.includes("{tool}"))], "iu"),
  };
}

/** The beginnings of `word` as a source: `A(?:c(?:t)?)?`. */
function beginnings(word: string): string {
  return [...word].reduceRight((rest, char) => `${char}(?:${rest})?`, "").replace("(?:)?", "");
}

function linesForm(
  { name, input, thoughts }: NonNullable<Grammar["lines"]>,
  results: readonly string[],
): LinesForm {
  const label = (words: string) => `\\**${words.replaceAll(" ", "[ _]")}\\**[ \\t]*:`;
  const result = results.join("|");
  const begun = beginnings(input).replaceAll(" ", "[ _]");
  return {
    head: new RegExp(
      `^[ \\t>]*${label(name)}[ \\t]*\\**[ \\t]*[\`"']?([\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\- ]{0,120}?)[\`"']?[ \\t]*\\n+[ \\t]*${label(input)}\\**[ \\t]*`,
      "gimu",
    ),
    callHead: new RegExp(`^[ \\t]*${label(name)}[ \\t]*(?=[\\p{L}_][\\p{L}\\p{M}\\p{N}_.-]*\\()`, "gimu"),
    result: new RegExp(`^[ \\t]*${label(`(?:${result})`)}`, "imu"),
    thought: new RegExp(`^\\s*${thoughts[0]}:.*$`, "gimu"),
    thoughts: new RegExp(`^[ \\t]*\\**(?:${thoughts.join("|")})\\**:.*(?:\\n(?![ \\t]*\\w+:).*)*$`, "gimu"),
    cut: new RegExp(
      `(?:^|\\n)[ \\t]*${label(name)}[ \\t]*[\\w.-]{1,80}[ \\t]*(?:\\n+[ \\t]*\\**(?:${begun})?)?$`,
      "u",
    ),
    cutResult: new RegExp(`\\n[ \\t]*(?:${results.map(beginnings).join("|")})$`, "u"),
  };
}

/** What a walk stops at for marks: every tag and word in brackets, and what begins otherwise. */
function firsts(marks: readonly string[]): string {
  const words = marks.filter((mark) => !/^[<[^]/.test(mark.replaceAll(/⟨[^⟩]*⟩|⟦/g, ""))).map(silent);
  const others = words.length > 0 ? [`(?<![\\w/])(?=\\S)(?:${[...new Set(words)].join("|")})`] : [];
  return ["<(?=[\\p{L}_/|｜])", "\\[(?=[\\w/])", ...others].join("|");
}

/** The names of tags, tokens and words in brackets in a template, in lower case; of one that offers several, each. */
function namesIn(template: string): string[] {
  return (template.toLowerCase().match(/[\p{L}_▁][\p{L}\d_▁-]*/gu) ?? []).map(plainName);
}

/** The name of a token as it is compared: one sign for all that stand for a blank in it. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/\\?[▁ ]/g, "_");
}

function gemmaForms(rows: readonly Grammar[]): GemmaForm[] {
  const heads = [...new Set(rows.flatMap((row) => row.heads ?? []))];
  const quotes = rows.flatMap((row) => (row.literal ? [row.literal[0]] : []));
  return heads.map((head) => ({
    head: new RegExp(`${sourceOf(head)}(?=\\{)`, "iuy"),
    inside: new RegExp(`${silent(head)}\\{`, "iu"),
    quotes,
  }));
}

const known = new Map<string, Marks>();

/** What `family` writes; of every family, in the order of the table, where none is known. */
export function marksOf(family?: string): Marks {
  const rows: readonly Grammar[] = grammars;
  const own = rows.filter((row) => row.family === family);
  const key = own[0]?.family ?? "";
  const ready =
    known.get(key) ?? compile(own.length > 0 ? [...own, ...rows.filter((row) => row.common)] : rows);
  known.set(key, ready);
  return ready;
}
