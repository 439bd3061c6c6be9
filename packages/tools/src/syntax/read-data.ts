import { bracketProblems } from "./bracket-problems.ts";
import { jsonLexicon } from "./lexicon.ts";
import { type FindProblems, lineAt, type SyntaxProblem } from "./syntax-checker.ts";

/** Checks standard JSON; with `comments`, also accepts comments and trailing commas, as in editors' files. */
export async function jsonProblems(comments: boolean): Promise<FindProblems> {
  const { parse, printParseErrorCode } = await import("jsonc-parser");
  return (text) => {
    const bare = text.replace(/^\ufeff/, "");
    if (bare.trim() === "" || isStrictJson(bare)) return [];
    const [unmatched] = bracketProblems(bare, jsonLexicon);
    if (unmatched) return [unmatched];
    const errors: { error: number; offset: number; length: number }[] = [];
    parse(bare, errors, { allowTrailingComma: comments, disallowComments: !comments });
    return errors.slice(0, 1).map(({ error, offset, length }) => {
      const name = printParseErrorCode(error);
      const found = bare.slice(offset, offset + Math.min(length, 40)).split("\n")[0] ?? "";
      const what = `${spelled(name)}${found === "" ? "" : ` at \`${found}\``}`;
      return { line: lineAt(bare, offset), key: name, what };
    });
  };
}

function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // expected: not JSON
    return false;
  }
}

/** `CommaExpected` as words: "comma expected". */
function spelled(name: string): string {
  return name.replace(/(?<!^)([A-Z])/g, " $1").toLowerCase();
}

export async function tomlProblems(): Promise<FindProblems> {
  const { parse, TomlError } = await import("smol-toml");
  return (text) => {
    try {
      parse(text);
      return [];
    } catch (error) {
      if (!(error instanceof TomlError)) return [];
      const what = (error.message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
      return [{ line: error.line, key: what, what }];
    }
  };
}

/** Errors from the parser's own schema or limits in valid YAML. */
const meaning: ReadonlySet<string> = new Set(["TAG_RESOLVE_FAILED", "DUPLICATE_KEY", "RESOURCE_EXHAUSTION"]);

export async function yamlProblems(): Promise<FindProblems> {
  const { parseAllDocuments } = await import("yaml");
  return (text) => {
    const documents = parseAllDocuments(text, { logLevel: "silent", prettyErrors: false, uniqueKeys: false });
    if (!Array.isArray(documents)) return [];
    const errors = documents.flatMap((document) => document.errors).filter(({ code }) => !meaning.has(code));
    return errors.slice(0, 1).map(({ code, message, pos: [from] }): SyntaxProblem => {
      const what = (message.split("\n")[0] ?? "").replace(/[.:]\s*$/, "");
      return { line: lineAt(text, from), key: code, what };
    });
  };
}
