import { passOver, reportUnexpected } from "@kestrel/diagnostics";
import { bracketProblems } from "./bracket-problems.ts";
import type { SyntaxLanguage } from "./language-of.ts";
import {
  cLexicon,
  cssLexicon,
  goLexicon,
  javaLexicon,
  type Lexicon,
  pythonLexicon,
  rustLexicon,
} from "./lexicon.ts";
import { loadGrammar } from "./load-grammar.ts";
import { jsonProblems, tomlProblems, yamlProblems } from "./read-data.ts";
import { htmlProblems } from "./read-html.ts";
import { scriptProblems } from "./read-script.ts";
import { shellScriptProblems } from "./read-shell-script.ts";
import { treeProblems } from "./read-tree.ts";
import type { FindProblems, FoundProblems, SyntaxChecker, SyntaxProblem } from "./syntax-checker.ts";
import { towardsChange, worsened } from "./worsened.ts";

/** UTF-16 units. A longer text is not checked. */
const longestText = 1_000_000;
/** Milliseconds after which a grammar gives up. Other parsers are ended with their thread. */
const patienceMs = 500;

/** The parser of each language. Loaded with the first text in it. */
const load: Readonly<Record<SyntaxLanguage, () => Promise<FindProblems>>> = {
  bash: shellScriptProblems,
  // Macros make C unparsable for a grammar without a preprocessor (half of /usr/include); brackets still match.
  c: async () => (text) => bracketProblems(text, cLexicon),
  css: async () => (text) => bracketProblems(text, cssLexicon),
  declarations: () => scriptProblems("declarations"),
  go: () => grammarProblems("go", goLexicon),
  html: htmlProblems,
  java: () => grammarProblems("java", javaLexicon),
  javascript: () => scriptProblems("javascript"),
  json: () => jsonProblems(false),
  "json-with-comments": () => jsonProblems(true),
  python: () => grammarProblems("python", pythonLexicon),
  // The grammar lacks recent syntax: `~const`, `macro` or a `where` after a unit struct.
  rust: () => grammarProblems("rust", rustLexicon, isUnendedStatement),
  toml: tomlProblems,
  tsx: () => scriptProblems("tsx"),
  typescript: () => scriptProblems("typescript"),
  yaml: yamlProblems,
};

/** These stop at the first problem, so a text that was invalid before cannot be compared. */
const firstOnly: ReadonlySet<SyntaxLanguage> = new Set([
  "bash",
  "declarations",
  "javascript",
  "json",
  "json-with-comments",
  "toml",
  "tsx",
  "typescript",
  "yaml",
]);

/** The grammar detects errors; unmatched brackets or quotes locate them better. */
async function grammarProblems(
  grammar: string,
  lexicon: Lexicon,
  isSure: (problem: SyntaxProblem, text: string) => boolean = () => true,
): Promise<FindProblems> {
  const find = treeProblems(await loadGrammar(grammar), patienceMs);
  return (text) => {
    const problems = find(text);
    if (!problems || problems.length === 0) return problems;
    const unmatched = bracketProblems(text, lexicon);
    if (unmatched.length > 0) return unmatched;
    const sure = problems.filter((problem) => isSure(problem, text));
    return grammar === "python"
      ? sure.slice(0, 1).map((problem) => narrowed(problem, text, lexicon, find))
      : sure;
  };
}

/** A Rust statement that cannot be part of a macro and lacks its `;`. */
function isUnendedStatement({ key, line }: SyntaxProblem, text: string): boolean {
  const words = key === "missing ;" ? (text.split("\n")[line - 1] ?? "") : "";
  return /^\s*(pub(\(\w+\))?\s+)?(let|return|use|const|static|type)\s/.test(words) && !/[~$]/.test(words);
}

/**
 * When an outer statement absorbs the rest, the grammar reports its start. The shortest invalid prefix of the text ends with the wrong
 * line: in Python any whole lines with no open bracket can be parsed alone.
 */
function narrowed(
  problem: SyntaxProblem,
  text: string,
  lexicon: Lexicon,
  find: (text: string) => FoundProblems,
): SyntaxProblem {
  const lines = text.split("\n");
  let low = problem.line;
  let high = lines.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    let end = middle;
    const head = () => `${lines.slice(0, end).join("\n")}\n`;
    while (end < high && bracketProblems(head(), lexicon).length > 0) end += 1;
    if ((find(head()) ?? []).length > 0) high = middle;
    else low = end + 1;
  }
  return low <= problem.line
    ? problem
    : { ...problem, line: low, what: "this line does not fit what comes before it" };
}

/**
 * Parsers of the shipped program: each language's own if there is one, else tree-sitter grammars. They block their thread, for minutes
 * on crafted text: the daemon runs them in its text worker. `begin` is called before each text.
 */
export function syntaxCheckers(begin: () => void = () => {}): SyntaxChecker {
  const readers = new Map<SyntaxLanguage, Promise<FindProblems | undefined>>();
  const problemsIn = async (language: SyntaxLanguage, text: string): Promise<FoundProblems> => {
    if (text.length > longestText) return undefined;
    let reader = readers.get(language);
    if (!reader) {
      // A parser that is missing or fails to load must not block a change.
      reader = load[language]().catch(passOver("loading a parser"));
      readers.set(language, reader);
    }
    const find = await reader;
    if (!find) return undefined;
    begin();
    return find(text);
  };
  return {
    check: async (language, before, after) => {
      try {
        const now = await problemsIn(language, after);
        if (!now || now.length === 0) return [];
        if (before === undefined) return now;
        const then = await problemsIn(language, before);
        if (!then) return [];
        if (then.length === 0) return now.map((problem) => towardsChange(problem, before, after));
        return firstOnly.has(language) ? [] : worsened(then, now);
      } catch (error) {
        reportUnexpected("checking syntax", error);
        return [];
      }
    },
  };
}
