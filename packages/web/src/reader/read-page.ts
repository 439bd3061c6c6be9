import { createWindow } from "@mixmark-io/domino";
import { Readability } from "@mozilla/readability";
import TurndownService from "turndown";
import { boundPage, longestAttribute } from "./bound-page.ts";
import { boundedWords } from "./bounded-words.ts";

/** A readable page: its title, and its text as Markdown; `cut` if it has more. */
export type ReadPage = { title: string; text: string; cut: boolean };

type Words = Omit<ReadPage, "cut">;

/** UTF-16 units; longer text is cut. */
const longestTitle = 500;

/** UTF-16 units of all link addresses of a page in absolute form: a relative one may be a single letter. */
const mostLinked = 1024 * 1024;

/** UTF-16 units below which the extracted article is rejected, if the page has far more. */
const shortArticle = 400;

/** Page elements without readable text. */
const mute =
  "script, style, noscript, template, svg, canvas, iframe, object, form, nav, footer, aside, dialog";

/** Makes a page readable: its article if there is one, otherwise all its text. Runs no script and loads nothing. */
export function readPage(html: string, url: string): ReadPage {
  const { title, text } = wordsOf(html, url);
  // Limited here already, so that less is passed to the main thread.
  return { title: boundedWords(title, longestTitle).text, ...boundedWords(text) };
}

function wordsOf(html: string, url: string): Words {
  const title = (pageOf(html, url).title ?? "").trim();
  const article = articleIn(html, url);
  if (article && article.text.length >= shortArticle) return { ...article, title: article.title || title };
  const whole = wholeOf(html, url);
  // For a short page the article is as good as the whole, with less around it.
  if (article && article.text.length * 3 > whole.length) return { ...article, title: article.title || title };
  return { title, text: whole };
}

/** The page with absolute links. */
function pageOf(html: string, url: string): ReturnType<typeof createWindow>["document"] {
  const { document } = createWindow(html, url);
  if (document.documentElement) boundPage(document.documentElement);
  // A base is prepended to every link, so a long one would be repeated thousands of times; those are already removed.
  const [base] = [...document.querySelectorAll("base[href]")];
  const from = resolved(base?.getAttribute("href") ?? "", url) ?? url;
  let linked = 0;
  for (const link of document.querySelectorAll("a[href]")) {
    const whole = linked < mostLinked ? resolved(link.getAttribute("href") ?? "", from) : "";
    linked += whole?.length ?? 0;
    // A link without an address becomes its text.
    if (whole === "" || (whole && whole.length > longestAttribute)) link.removeAttribute("href");
    else if (whole !== undefined) link.setAttribute("href", whole);
  }
  // The article extractor would prepend the page's address to every picture: here relative addresses lead nowhere.
  for (const name of ["baseURI", "documentURI"])
    Object.defineProperty(document, name, { value: "about:blank" });
  // It also iterates over this DOM's live lists, which are not iterable.
  Object.defineProperty(Object.getPrototypeOf(document.getElementsByTagName("p")), Symbol.iterator, {
    configurable: true,
    value: walkThrough,
  });
  return document;
}

/** Iterates over a snapshot, so that changes during the loop have no effect. */
function walkThrough(this: { length: number; item(at: number): unknown }): Iterator<unknown> {
  return Array.from({ length: this.length }, (_, at) => this.item(at))[Symbol.iterator]();
}

function resolved(address: string, from: string): string | undefined {
  return URL.canParse(address, from) ? new URL(address, from).href : undefined;
}

function articleIn(html: string, url: string): Words | undefined {
  const document = pageOf(html, url);
  try {
    const article = new Readability(document, { charThreshold: 200 }).parse();
    return article?.content
      ? { title: (article.title ?? "").trim(), text: markdownOf(article.content) }
      : undefined;
  } catch {
    // expected: a page that the extractor cannot parse; the whole page is shown then
    return undefined;
  }
}

function wholeOf(html: string, url: string): string {
  const document = pageOf(html, url);
  for (const part of [...document.querySelectorAll(mute)]) part.remove();
  return markdownOf(document.body?.innerHTML ?? "");
}

function markdownOf(html: string): string {
  const service = new TurndownService({
    headingStyle: "atx",
    codeBlockStyle: "fenced",
    bulletListMarker: "-",
  });
  service.remove(["script", "style", "noscript", "template", "iframe", "object", "form"]);
  service.addRule("pictures", { filter: "img", replacement: (_words, node) => altOf(node) });
  service.addRule("places", { filter: isHollowLink, replacement: (words) => words });
  return service
    .turndown(html)
    .replaceAll(/[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

type Attributes = { nodeName: string; getAttribute(name: string): string | null };

function altOf(node: unknown): string {
  const alt = ((node as Attributes).getAttribute("alt") ?? "").trim();
  return alt === "" ? "" : `[picture: ${alt.slice(0, 200)}]`;
}

/** A link without a target that a reader could open. */
function isHollowLink(node: unknown): boolean {
  const { nodeName } = node as Attributes;
  return nodeName === "A" && !/^https?:/i.test((node as Attributes).getAttribute("href") ?? "");
}
