import type { ParserOptions, ParserPlugin } from "@babel/parser";
import { bracketProblems } from "./bracket-problems.ts";
import { javascriptLexicon } from "./lexicon.ts";
import type { FindProblems, SyntaxProblem } from "./syntax-checker.ts";

export type ScriptKind = "declarations" | "javascript" | "tsx" | "typescript";

const modern: readonly ParserPlugin[] = [
  "decorators",
  "decoratorAutoAccessors",
  "explicitResourceManagement",
];
const older: readonly ParserPlugin[] = ["decorators-legacy", "explicitResourceManagement"];

/** Parser settings to try, the usual first: a file is valid when one of them accepts it. */
const readings: Readonly<Record<ScriptKind, readonly (readonly ParserPlugin[])[]>> = {
  declarations: [[["typescript", { dts: true }], ...modern]],
  javascript: [
    ["jsx", ...modern],
    ["jsx", ...older],
    ["flow", "jsx", ...older],
  ],
  tsx: [
    ["typescript", "jsx", ...modern],
    ["typescript", "jsx", ...older],
  ],
  typescript: [
    ["typescript", ...modern],
    ["typescript", ...older],
  ],
};

/** Recoverable errors of form, not of meaning. */
const formal: ReadonlySet<string> = new Set([
  "ExpectedCorrespondingJSXClosing",
  "MissingClosingTagElement",
  "MissingClosingTagFragment",
  "MissingSemicolon",
  "UnexpectedToken",
  "UnterminatedJsxContent",
]);

const lenient: ParserOptions = {
  sourceType: "unambiguous",
  errorRecovery: true,
  attachComment: false,
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowNewTargetOutsideFunction: true,
  allowUndeclaredExports: true,
};

/** Finds the first problem in JavaScript or TypeScript; its parser stops there. */
export async function scriptProblems(kind: ScriptKind): Promise<FindProblems> {
  const { parse } = await import("@babel/parser");
  return (text) => {
    let first: SyntaxProblem | undefined;
    for (const plugins of readings[kind]) {
      const problem = firstProblem(
        () => parse(text, { ...lenient, plugins: [...plugins] }).errors ?? [],
        text,
      );
      if (!problem) return [];
      first ??= problem;
    }
    return first ? [first] : [];
  };
}

function firstProblem(errors: () => readonly unknown[], text: string): SyntaxProblem | undefined {
  try {
    const error = errors().find((error) => isFormal(error));
    return error === undefined ? undefined : problemOf(error, text);
  } catch (error) {
    // Text nested beyond the parser's stack is not an error.
    return error instanceof SyntaxError ? problemOf(error, text) : undefined;
  }
}

function isFormal(error: unknown): boolean {
  return error instanceof Error && "reasonCode" in error && formal.has(String(error.reasonCode));
}

function problemOf(error: unknown, text: string): SyntaxProblem {
  const { message, pos } = Object(error) as { message?: string; pos?: number };
  const said = (message ?? "unexpected text").replace(/\s*\(\d+:\d+\)\s*$/, "").replace(/\.$/, "");
  const at = pos ?? 0;
  const atEnd = at >= text.trimEnd().length;
  const [hint] = bracketProblems(text, javascriptLexicon);
  const line = text.slice(0, at).split("\n").length;
  const stop = atEnd ? "the file ends too early" : said.charAt(0).toLowerCase() + said.slice(1);
  // An unmatched bracket causes later parse errors; an unterminated string hides brackets.
  if (!hint || /unterminated string/i.test(said)) return { line, key: said, what: stop };
  return { ...hint, what: hint.line === line || atEnd ? hint.what : `${hint.what} (line ${line}: ${stop})` };
}
