import type { Lexicon } from "./lexicon.ts";
import { type Bracket, readBrackets } from "./read-brackets.ts";
import type { SyntaxProblem } from "./syntax-checker.ts";

const closerOf: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/**
 * Unmatched brackets, comments and strings. A preprocessor may open in one branch what it closes in another: the text counts as
 * balanced when its first branches are, or the last, or all together.
 */
export function bracketProblems(text: string, lexicon: Lexicon): readonly SyntaxProblem[] {
  const { brackets, unended } = readBrackets(text, lexicon);
  let fewest = unbalanced(branch(brackets, "first"));
  for (const which of lexicon.preprocessor ? (["last", "all"] as const) : []) {
    const others = fewest.length > 0 ? unbalanced(branch(brackets, which)) : fewest;
    if (others.length < fewest.length) fewest = others;
  }
  return [...unended, ...fewest];
}

/** The brackets with one branch of each `#if … #else … #endif` kept, or all of them. */
function branch(brackets: readonly Bracket[], which: "first" | "last" | "all"): readonly Bracket[] {
  if (which === "all") return brackets.filter(({ text }) => !text.startsWith("#"));
  const kept: Bracket[] = [];
  const open: { from: number; done: boolean; drop: boolean }[] = [];
  for (const bracket of brackets) {
    const inner = open.at(-1);
    if (bracket.text.startsWith("#if")) {
      open.push({ from: kept.length, done: false, drop: bracket.text === "#if 0" });
    } else if (bracket.text === "#else" && inner) {
      const replaces = inner.drop || which === "last";
      if (replaces && !inner.done) kept.length = inner.from;
      inner.done = !replaces;
      inner.drop = false;
    } else if (bracket.text === "#endif") {
      if (inner?.drop) kept.length = inner.from;
      open.pop();
    } else if (!bracket.text.startsWith("#") && !open.some(({ done }) => done)) {
      kept.push(bracket);
    }
  }
  return kept;
}

function unbalanced(brackets: readonly Bracket[]): readonly SyntaxProblem[] {
  const problems: SyntaxProblem[] = [];
  const open: Bracket[] = [];
  /** Indentation shows where the error is; the stack alone would report the outermost bracket. */
  let unclosedHint: Bracket | undefined;
  let extraHint: Bracket | undefined;
  for (const bracket of brackets) {
    if (bracket.text in closerOf) {
      open.push(bracket);
      continue;
    }
    const top = open.at(-1);
    if (top && closerOf[top.text] === bracket.text) {
      open.pop();
      if (bracket.leads && bracket.line !== top.line) {
        if (bracket.indent < top.indent && open.some(({ text }) => text === top.text)) unclosedHint ??= top;
        if (bracket.indent > top.indent) extraHint ??= bracket;
      }
      continue;
    }
    const match = open.findLastIndex(({ text }) => closerOf[text] === bracket.text);
    if (match >= 0) {
      for (const lost of open.splice(match).slice(1)) problems.push(unclosed(lost));
    } else {
      problems.push(unexpected(extraHint?.text === bracket.text ? extraHint : bracket));
      extraHint = undefined;
    }
  }
  for (const lost of open) {
    const hinted = unclosedHint?.text === lost.text ? unclosedHint : undefined;
    problems.push(unclosed(hinted ?? lost));
    if (hinted) unclosedHint = undefined;
  }
  return problems;
}

function unclosed({ text, line }: Bracket): SyntaxProblem {
  return {
    line,
    key: `unclosed ${text}`,
    what: `the \`${text}\` here is never closed: \`${closerOf[text]}\` is missing`,
  };
}

function unexpected({ text, line }: Bracket): SyntaxProblem {
  return {
    line,
    key: `unexpected ${text}`,
    what: `unexpected \`${text}\`: nothing is open that it could close`,
  };
}
