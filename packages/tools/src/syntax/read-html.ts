import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { type FindProblems, lineAt, type SyntaxProblem } from "./syntax-checker.ts";

/** Elements with an optional end tag by the standard, and void elements. */
const endless: ReadonlySet<string> = new Set(
  "area base body br caption col colgroup command dd dt embed frame frameset head hr html img input keygen li link menuitem meta noframes optgroup option p param rb rp rt rtc source tbody td tfoot th thead tr track wbr".split(
    " ",
  ),
);

/** Errors inside a tag that change the page; others are style. */
const grave: Readonly<Record<string, string>> = {
  "eof-before-tag-name": "the file ends inside a tag",
  "eof-in-comment": "the comment `<!--` never ends",
  "eof-in-element-that-can-contain-only-text": "the file ends inside an element whose end tag is missing",
  "eof-in-script-html-comment-like-text": "the file ends inside a script",
  "eof-in-tag": "the file ends inside a tag",
  "missing-attribute-value": "an attribute value is missing",
  "unexpected-character-in-attribute-name":
    "unexpected quote or `<` in a tag: an attribute's quote may be missing before it",
};

/** Finds unterminated tags and comments, and unmatched elements. */
export async function htmlProblems(): Promise<FindProblems> {
  const { parse, parseFragment } = await import("parse5");
  return (text) => {
    // Broken tags first: they make elements look unclosed.
    const problems: SyntaxProblem[] = [];
    const ended = new Set<number>();
    const skipped: [from: number, to: number][] = [];
    const options = {
      sourceCodeLocationInfo: true,
      onParseError: ({ code, startLine }: { code: string; startLine: number }) => {
        const what = grave[code];
        if (what !== undefined) problems.push({ line: startLine, key: code, what });
      },
    } as const;
    const whole = /<!doctype|<html|<head|<body/i.test(text);
    const root = whole ? parse(text, options) : parseFragment(text, options);
    walk(root, (node) => {
      const place = node.sourceCodeLocation;
      if (node.nodeName === "#comment" && place) skipped.push([place.startOffset, place.endOffset]);
      if (!("tagName" in node) || !place || !("startTag" in place) || !place.startTag) return;
      if (/^(script|style|textarea|title|xmp|noscript|iframe|plaintext)$/.test(node.tagName))
        skipped.push([place.startTag.endOffset, place.endTag?.startOffset ?? text.length]);
      if (place.endTag) ended.add(place.endTag.startOffset);
      else if (!endless.has(node.tagName) && !isClosed(text, place.startTag.endOffset))
        problems.push(unclosed(node.tagName, place.startTag.startLine));
    });
    return [...problems, ...strayEnds(text, ended, skipped)];
  };
}

function walk(node: Tree.Node, visit: (node: Tree.Node) => void): void {
  const open: Tree.Node[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    visit(next);
    if ("content" in next) open.push(next.content);
    if ("childNodes" in next) open.push(...next.childNodes);
  }
}

/** `<path/>`: self-closing in SVG and MathML. */
function isClosed(text: string, tagEnd: number): boolean {
  return text.slice(tagEnd - 2, tagEnd) === "/>";
}

function unclosed(name: string, line: number): SyntaxProblem {
  return {
    line,
    key: `unclosed ${name}`,
    what: `the \`<${name}>\` here is never closed: \`</${name}>\` is missing`,
  };
}

function strayEnds(
  text: string,
  ended: ReadonlySet<number>,
  skipped: readonly (readonly [number, number])[],
): SyntaxProblem[] {
  const found: SyntaxProblem[] = [];
  for (const match of text.matchAll(/<\/([a-z][\w:-]*)\s*>/gi)) {
    const name = (match[1] ?? "").toLowerCase();
    const at = match.index;
    if (ended.has(at) || endless.has(name) || skipped.some(([from, to]) => from <= at && at < to)) continue;
    const what = `unexpected \`</${name}>\`: no \`<${name}>\` is open there`;
    found.push({ line: lineAt(text, at), key: `unexpected ${name}`, what });
  }
  return found;
}
