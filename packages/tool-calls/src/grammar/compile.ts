import type { Grammar } from "./grammar.ts";
import { grammars } from "./table.ts";
import { anyOf, escaped, literals, sourceOf, spellings, typePattern } from "./template.ts";

export type Marks = ReturnType<typeof compile>;
/** One tag syntax for parameters: the marks that open and close a call and a parameter's value. */
export type TagForm = ReturnType<typeof tagForm>;
export type NamedForm = Marks["named"][number];
export type GemmaForm = Marks["gemma"][number];
export type LinesForm = ReturnType<typeof linesForm>;

function tagForm(row: Grammar, head: string, [open, close]: readonly [string, string]) {
  const { family, wraps = [], end, literal } = row;
  const bareHead = head.startsWith("{name}");
  const ends = [end, ...wraps.map(([, closer]) => closer)].filter((one) => one !== undefined);
  return {
    family,
    head: new RegExp(`${sourceOf(head)}\\s*`, "iuy"),
    /** Whether the head is only a name, so that a parameter must follow. */
    bareHead,
    alone: row.alone ?? false,
    parameter: new RegExp(sourceOf(open), "iuy"),
    opens: sourceOf(open, { type: typePattern }),
    closes: (key: string) => sourceOf(close, { key: escaped(key) }),
    ownCloser: close.includes("{key}"),
    strict: row.strict ?? false,
    /** The part of a parameter's opening mark before its name; and the prefix of every tag of the family. */
    begins: new RegExp(sourceOf(open.split("{key}")[0] ?? ""), "iuy"),
    prefix: open.includes("<{key}>") ? (open.split("<{key}>")[0] ?? "") : "",
    asItIs: row.asItIs ?? false,
    /** Pattern sources of the marks that open a call or its wrap, and that end them. */
    around: anyOf([...(bareHead ? [] : [head]), ...wraps.map(([wrap]) => wrap)]),
    end: anyOf(ends),
    ends: new RegExp(anyOf(end === undefined ? [] : [end]), "iuy"),
    literal: literal && { open: new RegExp(`\\s*${escaped(literal[0])}`, "y"), marks: literal },
    /** The templates of a call whose head uses an offered tool's name as a tag. */
    byTool: head.includes("{tool}") ? { head, end: end ?? "" } : undefined,
  };
}

const boundForms = new Map<string, TagForm>();

/** The same for one tool's tag. */
export function boundTo(form: TagForm, name: string): TagForm {
  const known = boundForms.get(name);
  if (known || !form.byTool) return known ?? form;
  const own = { tool: escaped(name) };
  const end = sourceOf(form.byTool.end, own);
  const bound = { ...form, end, ends: new RegExp(end, "iuy"), around: sourceOf(form.byTool.head, own) };
  if (boundForms.size > 100) boundForms.clear();
  boundForms.set(name, bound);
  return bound;
}

function compile(families: readonly Grammar[]) {
  const of = <T>(read: (row: Grammar) => readonly T[] | undefined, rows = families): T[] =>
    rows.flatMap((row) => read(row) ?? []);
  const at = (templates: readonly string[]) => new RegExp(anyOf(templates), "iuy");
  const anywhere = (templates: readonly string[], flags = "giu") => new RegExp(anyOf(templates), flags);
  const nameless = (templates: readonly string[]) => templates.filter((one) => !one.includes("{tool}"));

  const strong = families.filter(({ weak }) => !weak);
  const opensOf = (rows: readonly Grammar[]) => of(({ wraps }) => wraps?.map(([open]) => open), rows);
  const opens = opensOf(strong);
  const closes = of(({ wraps = [], end }) => [
    ...wraps.flatMap(([, close]) => close ?? []),
    ...(end === undefined ? [] : [end]),
  ]);
  const parameterEnds = of(({ parameter }) => parameter?.slice(1).filter((one) => !one.includes("{key}")));
  const alone = of(({ heads, alone }) => (alone ? heads : []));
  const results = of((row) => row.results);
  const stops = of((row) => row.stops);
  const thinking = of((row) => row.thinking);
  const orphans = thinking.flatMap(([open, close, how]) =>
    how === "turn" || open.startsWith("^") ? [] : [close],
  );
  const marks = [
    ...opensOf(families),
    ...closes,
    ...results,
    ...stops,
    ...thinking.flatMap(([open, close]) => [...spellings(close), ...spellings(open)]),
    ...nameless(alone),
  ];

  const gemma = families.filter(({ form }) => form === "gemma");
  const fences = (kind: "json" | "python" | "results") => anyOf(of((row) => row.fences?.[kind]));
  const resultLines = anyOf(of((row) => row.resultLines));
  const resultLine = `^[ \\t*]*(?:${resultLines})\\**:`;
  const labels = anyOf(of((row) => row.labels));
  const parameters = of(
    (row) =>
      row.parameter?.map((one) => one.split(/[ "=]*\{key\}/)[0] ?? "").filter((one) => /[a-z]/.test(one)),
    grammars,
  );
  return {
    families,
    opens: at(opens),
    weakOpens: at(opensOf(families.filter(({ weak }) => weak))),
    closes: at([...nameless(closes), ...parameterEnds]),
    anyClose: anywhere(nameless(closes)),
    anyOpen: anywhere([...opens, ...nameless(alone).filter((head) => /^[<[]/.test(head))], "iu"),
    callMark: anywhere([...opens, ...nameless(closes)], "iu"),
    results: at(results),
    stops: at(stops),
    /** `first`: only at the start of a reply. */
    thinking: thinking.map(([open, close]) => ({
      open: at([open]),
      closes: anywhere([close]),
      first: open.startsWith("^"),
    })),
    thinkOpens: anywhere(thinking.flatMap(([open]) => (open.startsWith("^") ? [] : [open]))),
    /** Closing marks of reasoning, even if it was never opened: at a position, and anywhere. */
    orphan: at(orphans),
    orphans: anywhere(orphans),
    /** Labels before a file's name, and languages whose blocks are not files. */
    files: {
      label: new RegExp(`^(?:${anyOf(of(({ files }) => files?.labels))})\\s*[:：]\\s*\`?`, "iu"),
      without: new RegExp(`^(?:${anyOf(of(({ files }) => files?.without))})$`, "iu"),
    },
    /** A text that begins with a parameter of any family, or its end mark. */
    parameter: new RegExp(`^\\s*(?:${anyOf(parameters)})`, "iu"),
    tags: of((row) => {
      const { form, parameter, heads = [] } = row;
      return form === "tags" && parameter ? heads.map((head) => tagForm(row, head, parameter)) : [];
    }),
    named: of(({ form, heads = [], alone = false, end }) =>
      form === "named"
        ? heads.map((head) => ({
            head: new RegExp(`${sourceOf(head)}\\s*`, "iuy"),
            alone,
            end: end === undefined ? undefined : at([end]),
          }))
        : [],
    ),
    gemma: [...new Set(gemma.flatMap((row) => row.heads ?? []))].map((head) => ({
      head: new RegExp(`${sourceOf(head)}(?=\\{)`, "iuy"),
      quotes: gemma.flatMap((row) => row.literal?.slice(0, 1) ?? []),
    })),
    lines: of(({ lines, resultLines: own = [] }) => (lines ? [linesForm(lines, own)] : [])),
    interesting: new RegExp(`${firsts(marks)}|\`|~~~|${resultLine}`, "gimu"),
    resultLine: new RegExp(resultLine, "imu"),
    inventedFence: new RegExp(`^\`\`\`(?:${fences("results")})|^(?:${resultLines}):`, "imu"),
    fences: {
      json: new RegExp(`^(?:${fences("json")})$`, "u"),
      python: new RegExp(`^(?:${fences("python")})$`, "u"),
      results: new RegExp(`^(?:${fences("results")})`, "u"),
    },
    /** Labels that announce a call, at the end of a text. */
    label: new RegExp(`(?:^|\\n)[ \\t]{0,20}\\**(?:${labels})\\**[ \\t]*:\\**[ \\t]*$`, "iu"),
    /** The names of its tags, tokens and bracketed words: any other name is not one of its marks. */
    names: new Set(marks.concat(parameterEnds).flatMap(namesIn)),
    anyMark: new RegExp(firsts(marks), "iu"),
    /** Texts whose prefix may end a truncated reply: opening marks of calls, and all other marks. */
    openings: [...opens, ...alone].flatMap(literals),
    heads: of((row) => row.heads).flatMap(literals),
    endings: marks.flatMap(literals),
  };
}

function linesForm({ name, input, thoughts }: NonNullable<Grammar["lines"]>, results: readonly string[]) {
  const label = (words: string) => `\\**${words.replaceAll(" ", "[ _]")}\\**[ \\t]*:`;
  return {
    head: new RegExp(
      `^[ \\t>]*${label(name)}[ \\t]*\\**[ \\t]*[\`"']?([\\p{L}_][\\p{L}\\p{M}\\p{N}_.\\- ]{0,120}?)[\`"']?[ \\t]*\\n+[ \\t]*${label(input)}\\**[ \\t]*`,
      "gimu",
    ),
    result: new RegExp(`^[ \\t]*${label(`(?:${results.join("|")})`)}`, "imu"),
    thoughts: new RegExp(`^[ \\t]*\\**(?:${thoughts.join("|")})\\**:.*(?:\\n(?![ \\t]*\\w+:).*)*$`, "gimu"),
  };
}

/** What a scan for marks stops at: every tag and bracketed word, and other first characters. */
function firsts(marks: readonly string[]): string {
  const words = marks.filter((mark) => !/^[<[^]/.test(mark.replaceAll(/⟨[^⟩]*⟩|⟦/g, "")));
  const others = words.length > 0 ? [`(?<![\\w/])(?=\\S)(?:${anyOf(words)})`] : [];
  return ["<(?=[\\p{L}_/|｜])", "\\[(?=[\\w/])", ...others].join("|");
}

/** The names of tags, tokens and bracketed words in a template, in lower case, with all alternatives. */
const namesIn = (template: string): string[] =>
  (template.toLowerCase().match(/[\p{L}_▁][\p{L}\d_▁-]*/gu) ?? []).map(plainName);

/** A token's name normalised for comparison: one character for all kinds of blanks. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/\\?[▁ ]/g, "_");
const known = new Map<string, Marks>();

/** The marks of `family`; without one those of every family, in the table's order. */
export function marksOf(family?: string): Marks {
  const own = grammars.filter((row) => row.family === family);
  const key = own[0]?.family ?? "";
  const rows = own.length > 0 ? [...own, ...grammars.filter((row) => row.common)] : grammars;
  const marks = known.get(key) ?? compile(rows);
  known.set(key, marks);
  return marks;
}
