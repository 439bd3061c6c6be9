/** Languages of the syntax check. Variants that need another grammar are separate languages. */
export type SyntaxLanguage =
  | "bash"
  | "c"
  | "css"
  | "declarations"
  | "go"
  | "html"
  | "java"
  | "javascript"
  | "json"
  | "json-with-comments"
  | "python"
  | "rust"
  | "toml"
  | "tsx"
  | "typescript"
  | "yaml";

const byExtension: Readonly<Record<string, SyntaxLanguage>> = {
  bash: "bash",
  c: "c",
  cc: "c",
  cjs: "javascript",
  cpp: "c",
  css: "css",
  cts: "typescript",
  cxx: "c",
  go: "go",
  h: "c",
  hh: "c",
  hpp: "c",
  htm: "html",
  html: "html",
  hxx: "c",
  java: "java",
  js: "javascript",
  json: "json",
  jsonc: "json-with-comments",
  jsx: "javascript",
  mjs: "javascript",
  mts: "typescript",
  py: "python",
  pyi: "python",
  rs: "rust",
  sh: "bash",
  toml: "toml",
  ts: "typescript",
  tsx: "tsx",
  yaml: "yaml",
  yml: "yaml",
};

/** JSON files whose programs accept comments. */
const commented =
  /(^|\/)([tj]sconfig[^/]*|\.?(eslintrc|babelrc|swcrc|jshintrc|hintrc)|babel\.config|devcontainer|deno|biome|turbo|nx|knip|wrangler|api-extractor[^/]*|renovate|typedoc|rush|tslint)\.json$|(^|\/)(\.vscode|\.devcontainer|\.zed|common\/config)\//i;

/** Signs of a template, which is not yet valid in its language. */
const filledIn = /<%|<\?(php|=)/;
const braces = [
  ["{{", "}}"],
  ["{%", "%}"],
] as const;
const templatesLookLike: ReadonlySet<SyntaxLanguage> = new Set([
  "html",
  "json",
  "json-with-comments",
  "toml",
  "yaml",
]);

/** A file's language, by its name; undefined when it is unknown, a template, or not text. */
export function languageOf(
  path: string,
  ...texts: readonly (string | undefined)[]
): SyntaxLanguage | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const dot = name.lastIndexOf(".");
  const language = dot < 0 ? undefined : byExtension[name.slice(dot + 1)];
  if (language === undefined || path.includes("{{") || /cookiecutter/i.test(path)) return undefined;
  for (const text of texts) {
    if (text?.includes("\0")) return undefined;
    if (text && templatesLookLike.has(language) && isTemplate(text)) return undefined;
    if (text && language === "bash" && !/^(#!.*\b(ba|da|a|k)?sh\b|(?!#!))/.test(text)) return undefined;
  }
  if (language === "json" && commented.test(path)) return "json-with-comments";
  if (language === "typescript" && /\.d(\.[^/]+)?\.[mc]?ts$/.test(name)) return "declarations";
  return language;
}

function isTemplate(text: string): boolean {
  return filledIn.test(text) || braces.some(([open, close]) => hasPair(text, open, close));
}

/** Whether a line has `open` and later `close`; each line is checked once. */
function hasPair(text: string, open: string, close: string): boolean {
  for (let at = text.indexOf(open); at >= 0; ) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline;
    const closing = text.indexOf(close, at + open.length);
    if (closing < 0) return false;
    if (closing < end) return true;
    at = text.indexOf(open, end);
  }
  return false;
}
