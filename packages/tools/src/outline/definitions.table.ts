/**
 * Patterns of lines that define a name, one per language family. `NAME` stands for the name. The regular expressions work in both
 * JavaScript and ripgrep and match one line: no grammar is loaded, and incomplete files work too.
 */
const families: readonly (readonly [extensions: string, patterns: readonly string[]])[] = [
  [
    "ts tsx mts cts js jsx mjs cjs vue svelte",
    [
      String.raw`^\s*(?:(?:export|default|declare|abstract|async)\s+)*(?:function\s*\*?|class|interface|type|enum|namespace|module)\s*\bNAME\b`,
      String.raw`^(?:export\s+)?(?:declare\s+)?(?:const|let|var)\s+NAME\b`,
      // A method: its body opens on the line, or its parameters continue below. A call ends otherwise.
      String.raw`^\s+(?:(?:public|private|protected|static|override|abstract|readonly|async|get|set)\s+)*\*?#?NAME\s*(?:<[^<>()]*>)?\((?:[^()]|\([^()]*\))*\)\s*(?::[^;=]+)?\{\s*$`,
      String.raw`^\s+(?:(?:public|private|protected|static|override|readonly)\s+)*#?NAME\s*(?::[^;=]+)?=\s*(?:async\s*)?\([^()]*\)\s*(?::[^;=]+)?=>`,
      String.raw`^\s+(?:const|let)\s+NAME\s*=\s*(?:async\s*)?(?:function\b|(?:<[^<>]*>)?\(.*\)\s*(?::[^;=]+)?=>)`,
    ],
  ],
  [
    "py pyi",
    [
      String.raw`^\s*(?:async\s+)?def\s+NAME\b`,
      String.raw`^\s*class\s+NAME\b`,
      String.raw`^NAME\s*(?::[^=]+)?=[^=]`,
    ],
  ],
  [
    "go",
    [
      String.raw`^func\s+(?:\([^)]*\)\s*)?NAME\b`,
      String.raw`^(?:type|var|const)\s+NAME\b`,
      String.raw`^\tNAME\s+(?:struct|interface)\s*\{`,
    ],
  ],
  [
    "rs",
    [
      String.raw`^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|const|async|unsafe|extern|"C")\s+)*(?:fn|struct|enum|trait|type|union|mod|static|const)\s+NAME\b`,
      String.raw`^\s*macro_rules!\s*NAME\b`,
    ],
  ],
  [
    "java kt kts scala cs swift dart groovy",
    [
      String.raw`^\s*(?:(?:public|private|protected|internal|static|final|abstract|sealed|open|data|partial|inline|override|suspend|case|readonly|async|virtual|implicit|fileprivate|mutating)\s+)*(?:class|interface|enum|record|object|trait|struct|protocol|extension|typealias|fun|func|def|val|var)\s+(?:<[^<>]*>\s*)?(?:[A-Za-z_]+\.)?NAME\b`,
      String.raw`^\s*(?:(?:public|private|protected|internal|static|final|abstract|sealed|override|async|virtual|synchronized)\s+)+(?:[A-Za-z_][\w<>\[\],.?]*\s+)+NAME\s*\(`,
    ],
  ],
  [
    "c h cc cpp cxx hh hpp hxx m mm",
    [
      String.raw`^\s*#\s*define\s+NAME\b`,
      String.raw`^\s*(?:typedef\s+)?(?:struct|class|enum|union|namespace)\s+(?:class\s+)?NAME\b[^;()]*$`,
      String.raw`^(?:[A-Za-z_][\w:<>,*&]*\s+)+[*&]*(?:\w+::)*NAME\s*\([^;]*$`,
    ],
  ],
  [
    "rb",
    [
      String.raw`^\s*(?:def\s+(?:self\.)?|class\s+|module\s+)NAME(?:$|\W)`,
      String.raw`^\s*NAME\s*=\s*(?:Struct|Class|Module)\.new`,
    ],
  ],
  [
    "php",
    [
      String.raw`^\s*(?:(?:public|private|protected|static|abstract|final|readonly)\s+)*(?:function\s+&?|class\s+|interface\s+|trait\s+|enum\s+|const\s+)NAME\b`,
    ],
  ],
  ["lua", [String.raw`^\s*(?:local\s+)?function\s+(?:[\w.]+[.:])?NAME\b`]],
  ["ex exs", [String.raw`^\s*(?:defmodule|defp?|defmacro|defprotocol)\s+(?:\w+\.)*NAME\b`]],
  ["sh bash zsh", [String.raw`^\s*(?:function\s+)?NAME\s*\(\)`, String.raw`^\s*function\s+NAME\b`]],
];

const byExtension = new Map(
  families.flatMap(([extensions, patterns]) => extensions.split(" ").map((one) => [one, patterns] as const)),
);

/** Keywords that occur in the position of a name. */
const notNames =
  "if|else|for|while|switch|catch|return|function|class|await|do|try|with|typeof|throw|case|super";

const reader = (patterns: readonly string[], name: string) =>
  new RegExp(patterns.map((one) => `(?:${one.replaceAll("NAME", name)})`).join("|"));

const anyName = new Map<readonly string[], RegExp>();

/** UTF-16 units of a line that are matched: longer lines are not written by hand. */
const longestDefinition = 240;

/** Matches lines of a file that define that name, or any. Undefined for a language without patterns. */
export function definitionsIn(path: string, name?: string): ((line: string) => boolean) | undefined {
  const patterns = byExtension.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
  if (!patterns) return undefined;
  let pattern = name === undefined ? anyName.get(patterns) : reader(patterns, name.replaceAll("$", "\\$"));
  if (!pattern) {
    pattern = reader(patterns, `(?!(?:${notNames})\\b)[A-Za-z_$][\\w$]*`);
    anyName.set(patterns, pattern);
  }
  const found = pattern;
  return (line) => line.length <= longestDefinition && found.test(line);
}

/** A ripgrep pattern for lines that define that name in any language of the table. */
export function definitionPattern(name: string): string {
  const all = families.flatMap(([, patterns]) => patterns.map((one) => `(?:${one})`)).join("|");
  return `(?-i)${all.replaceAll("NAME", name.replaceAll("$", "\\$"))}`;
}
