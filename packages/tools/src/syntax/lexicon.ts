/** A language's syntax for strings and comments: enough to ignore brackets inside them. */
export type Lexicon = {
  lineComment?: RegExp;
  blockComment?: { open: string; close: string; nests?: boolean };
  /** Quotes of strings that end at the end of the line. */
  quotes: string;
  /** An unterminated string is an error, not text of an embedded language. */
  strictQuotes?: boolean;
  /** Multi-line strings, the longest opener first. */
  longStrings: readonly { open: RegExp; close: string | "same"; escapes: boolean }[];
  preprocessor?: boolean;
  /** `/…/` may be a regular expression. */
  regex?: boolean;
  /** `'a` is a lifetime, not the start of a string. */
  lifetimes?: boolean;
  /** The names of template strings with code in `${…}`. */
  templates?: boolean;
};

const block = { open: "/*", close: "*/" };

export const cLexicon: Lexicon = {
  lineComment: /\/\//y,
  blockComment: block,
  quotes: "\"'",
  strictQuotes: true,
  longStrings: [{ open: /\b(?:u8|[uUL])?R"([^()\\\s]{0,16})\(/y, close: ')$1"', escapes: false }],
  preprocessor: true,
};

export const cssLexicon: Lexicon = {
  blockComment: block,
  quotes: "\"'",
  strictQuotes: true,
  longStrings: [],
};

export const javaLexicon: Lexicon = {
  lineComment: /\/\//y,
  blockComment: block,
  quotes: "\"'",
  strictQuotes: true,
  longStrings: [{ open: /"""/y, close: '"""', escapes: true }],
};

export const goLexicon: Lexicon = {
  lineComment: /\/\//y,
  blockComment: block,
  quotes: "\"'",
  strictQuotes: true,
  longStrings: [{ open: /`/y, close: "`", escapes: false }],
};

export const rustLexicon: Lexicon = {
  lineComment: /\/\//y,
  blockComment: { ...block, nests: true },
  quotes: "",
  longStrings: [
    { open: /\b(?:b|c)?r(#*)"/y, close: '"$1', escapes: false },
    { open: /"/y, close: '"', escapes: true },
  ],
  lifetimes: true,
};

export const pythonLexicon: Lexicon = {
  lineComment: /#/y,
  quotes: "\"'",
  strictQuotes: true,
  longStrings: [
    { open: /"""/y, close: '"""', escapes: true },
    { open: /'''/y, close: "'''", escapes: true },
  ],
};

export const javascriptLexicon: Lexicon = {
  lineComment: /\/\//y,
  blockComment: block,
  quotes: "\"'",
  longStrings: [],
  regex: true,
  templates: true,
};

export const jsonLexicon: Lexicon = {
  lineComment: /\/\//y,
  blockComment: block,
  quotes: '"',
  strictQuotes: true,
  longStrings: [],
};
