import { Lexer, type MarkedOptions, type Token, Tokenizer, type Tokens } from "marked";
import { isStandIn, withCjkAsLetters } from "./cjk-emphasis.ts";
import { markdownFence } from "./fence.ts";
import { formulaAt, formulaBlock, formulaSign, mayBeginBlock, mayBeginFormula, paragraphEnd } from "./tex.ts";

/**
 * The blocks of a text in GitHub's Markdown, as models write it: TeX is kept, emphasis works beside CJK, and a fence may contain Markdown.
 * Linear in the text: a paragraph with too many special characters for its length stays partly or fully plain.
 */
export function lex(text: string): Token[] {
  const lexer = new DialectLexer(options);
  lexer.work = mostWork + text.length * workOfSign;
  return lexer.lex(text);
}

/** Each of these may make marked scan the rest of its paragraph. */
const signs = /[\\`*_~[<!&@$]|https?:|www\./gi;

/** A paragraph's cost is its special characters times its length: about the characters scanned. Measured: 1e6 take 1 to 5 ms. */
const mostWork = 4e6;
/** For models' prose 10 to 60 (one special character in 20, paragraphs of 200 to 1,200). */
const workOfSign = 100;
/** Nesting depth of blocks and spans: deeper ones are text. Each is parsed again by the one around it. */
const deepest = 20;
/** UTF-16 units of a block formula. */
const longestBlock = 10_000;
/** Cost of joining a paragraph again that was cut at an invalid formula. */
const workOfClip = 2_000;
/** Cost limit of one paragraph. */
const mostWorkAtOnce = 2e6;

/** Tracks the text being parsed, for the mask, and the remaining cost limit. */
class DialectLexer extends Lexer {
  reading = "";
  quiet = false;
  /** Possible formula starts, each by the length of the paragraph's rest there, the next one last. */
  formulas: number[] = [];
  work = mostWork;
  /** Whether the cost limit is used up: from then on blocks end at blank lines only. */
  tired = false;
  #depth = 0;

  override blockTokens<Tokens extends Token[]>(
    src: string,
    tokens = [] as unknown as Tokens,
    lastParagraphClipped?: boolean,
  ): Tokens {
    this.#within(src, tokens, () => super.blockTokens(src, tokens, lastParagraphClipped));
    return tokens;
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.quiet) return tokens;
    return this.#affords(src) ? this.#read(src, tokens) : this.#plainly(src, tokens);
  }

  /** The offset of the next possible formula in the paragraph's rest; -1 for none. Each search runs once. */
  beforeFormula(rest: string): number {
    const { formulas } = this;
    while ((formulas.at(-1) ?? 0) > rest.length) formulas.pop();
    const left = formulas.at(-1);
    return left === undefined ? -1 : rest.length - left;
  }

  #read(src: string, tokens: Token[]): Token[] {
    const before = [this.reading, this.formulas] as const;
    this.reading = src;
    this.formulas = formulasIn(src);
    try {
      this.#within(src, tokens, () => super.inlineTokens(src, tokens));
      return tokens;
    } finally {
      [this.reading, this.formulas] = before;
    }
  }

  /** Whether this many characters may be scanned. */
  spend(cost: number): boolean {
    if (cost > this.work) return false;
    this.work -= cost;
    return true;
  }

  #affords(src: string): boolean {
    const cost = (src.match(signs)?.length ?? 0) * src.length;
    return cost <= mostWorkAtOnce && this.spend(cost);
  }

  /** Line by line, with lines that are too expensive as plain text. */
  #plainly(src: string, tokens: Token[]): Token[] {
    for (const [at, line] of src.split("\n").entries()) {
      if (at > 0) tokens.push({ type: "br", raw: "\n" });
      if (line !== src && this.#affords(line)) this.#read(line, tokens);
      else addWords(line, tokens);
    }
    return tokens;
  }

  #within(src: string, tokens: Token[], read: () => void): void {
    this.#depth++;
    try {
      if (this.#depth > deepest) addWords(src, tokens);
      else read();
    } finally {
      this.#depth--;
    }
  }
}

function addWords(src: string, tokens: Token[]): void {
  if (src !== "") tokens.push({ type: "text", raw: src, text: src, escaped: false });
}

const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

class DialectTokenizer extends Tokenizer {
  override fences(src: string): Tokens.Code | undefined {
    const markdown = markdownFence(src);
    if (!markdown) return super.fences(src);
    return { type: "code", raw: markdown.raw, text: markdown.text, lang: markdown.language };
  }

  /** A block formula ends a paragraph, also one with a heading's underline. */
  override lheading(src: string): Tokens.Heading | undefined {
    const { at, formula } = paragraphEnd(src);
    const lexer = this.lexer as DialectLexer;
    lexer.tired ||= !lexer.spend(at);
    if (lexer.tired) return undefined;
    return super.lheading(formula ? src.slice(0, at + 1) : src);
  }

  /** Above the cost limit, everything up to the next blank line. */
  override paragraph(src: string): Tokens.Paragraph | undefined {
    if (!(this.lexer as DialectLexer).tired) return super.paragraph(src);
    const raw = src.slice(0, paragraphEnd(src).at);
    return { type: "paragraph", raw, text: raw, tokens: this.lexer.inline(raw) };
  }

  /** Checked before scanning the rows: a table has a column mark in its second line. */
  override table(src: string): Tokens.Table | undefined {
    return /^[^\n]*\n[^\n]*[|:]/.test(src) ? super.table(src) : undefined;
  }

  /** marked leaves these to its HTML. */
  override inlineText(src: string): Tokens.Text | undefined {
    const token = super.inlineText(src);
    const text = token?.text.replace(/&(amp|lt|gt|quot);/g, (_, name) => characters[name] ?? "");
    return token && text !== undefined ? { ...token, text } : undefined;
  }

  override url(src: string): Tokens.Link | undefined {
    return sureLink(super.url(src), src);
  }

  override autolink(src: string): Tokens.Link | undefined {
    return sureLink(super.autolink(src), "");
  }

  override emStrong(src: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    return this.#asMasked(src, masked, before, (...seen) => super.emStrong(...seen));
  }

  override del(src: string, masked: string, before?: string): Tokens.Del | undefined {
    return this.#asMasked(src, masked, before, (...seen) => super.del(...seen));
  }

  /** Finds a span in the masked text, which has the same length, and reads the original there. */
  #asMasked<Span extends Tokens.Em | Tokens.Strong | Tokens.Del>(
    src: string,
    masked: string,
    before: string | undefined,
    find: (src: string, masked: string, before?: string) => Span | undefined,
  ): Span | undefined {
    const lexer = this.lexer as DialectLexer;
    const start = masked.length - src.length;
    const sign = masked[start - 1] ?? "";
    lexer.quiet = true;
    const span = find(masked.slice(start), masked, before && isStandIn(sign) ? sign : before);
    lexer.quiet = false;
    if (!span) return undefined;
    const raw = src.slice(0, span.raw.length);
    const edge = (raw.length - span.text.length) / 2;
    const text = raw.slice(edge, raw.length - edge);
    return { ...span, raw, text, tokens: lexer.inlineTokens(text) };
  }
}

/** The certain end of a mail address; excludes `npm@11.21.2`, `logo@2x.png`, `getty@tty1.service`. */
const mailEnds = /@(?:[\w-]+\.)*[\w-]*[a-z][\w-]*\.(?:com|org|net|edu|gov|int|mil|info)$/i;

/** A bare address stays a link; an ambiguous one, such as `git@github.com:team/tool`, becomes text. */
function sureLink(link: Tokens.Link | undefined, src: string): Tokens.Link | undefined {
  if (!link?.href.startsWith("mailto:") || link.raw.startsWith("mailto:")) return link;
  const { raw } = link;
  const goesOn = /^[:/]\S/.test(src.slice(raw.length));
  if (mailEnds.test(raw.replace(/>$/, "")) && !goesOn) return link;
  return { type: "text", raw, text: raw, escaped: false } as unknown as Tokens.Link;
}

/** The text in which emphasis is searched: formulas are one word. */
function mask(text: string, masked: string): string {
  if (text.length !== masked.length) return masked;
  let seen = "";
  let from = 0;
  for (let at = mayBeginFormula(text); at >= 0; ) {
    // Masked text, such as code, contains no formula.
    const formula = /[$+]/.test(masked[at] ?? "") ? formulaAt(text, at) : undefined;
    if (formula !== undefined) {
      seen += masked.slice(from, at) + "a".repeat(formula.length);
      from = at + formula.length;
    }
    const rest = formula === undefined ? at + 1 : from;
    const next = mayBeginFormula(text.slice(rest));
    at = next < 0 ? -1 : rest + next;
  }
  return withCjkAsLetters(seen + masked.slice(from));
}

/** From the last to the first. */
const formulasIn = (text: string): number[] =>
  [...text.matchAll(formulaSign)].map(({ index }) => text.length - index).reverse();

const formula = (raw: string | undefined): Tokens.Generic | undefined =>
  raw === undefined ? undefined : { type: "formula", raw };

// Single line breaks are kept: chat text is not wrapped to a width.
const options = {
  gfm: true,
  breaks: true,
  tokenizer: new DialectTokenizer(),
  hooks: {
    emStrongMask(this: { lexer: DialectLexer }, masked: string) {
      return mask(this.lexer.reading, masked);
    },
  },
  extensions: {
    block: [
      function (this: { lexer: DialectLexer }, src: string) {
        const { lexer } = this;
        if (!mayBeginBlock(src) || !lexer.spend(Math.min(src.length, longestBlock))) return undefined;
        return formula(formulaBlock(src.slice(0, longestBlock)));
      },
    ],
    startBlock: [
      function (this: { lexer: DialectLexer }, src: string) {
        const { at, formula } = paragraphEnd(src);
        return formula && this.lexer.spend(workOfClip) ? at + 1 : -1;
      },
    ],
    inline: [(src: string) => formula(formulaAt(src, 0))],
    startInline: [
      function (this: { lexer: DialectLexer }, src: string) {
        return this.lexer.beforeFormula(src);
      },
    ],
  },
} as unknown as MarkedOptions;
