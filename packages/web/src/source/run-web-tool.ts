import type { ToolContext, ToolResult } from "@kestrel/core";
import { visibleName, visibleText } from "@kestrel/text";
import type { AddressRules } from "../address/checked-addresses.ts";
import { readWebAddress } from "../address/read-web-address.ts";
import { boundedWords } from "../reader/bounded-words.ts";
import { pageReader } from "../reader/page-reader.ts";
import { followRedirects, type PageAnswer } from "../request/follow-redirects.ts";
import { mostBytes } from "../request/request-once.ts";
import { textOfAnswer } from "../request/text-of-answer.ts";
import { addressOfEngine, type SearchEngine } from "../search/search-engine.ts";
import { searchWeb } from "../search/search-web.ts";
import { WebTrouble } from "../web-trouble.ts";
import { fromWeb } from "./web-words.ts";

/** Milliseconds for all redirects of one call together. */
const mostMs = 30_000;

const mostHits = 8;
/** UTF-16 units of one result's text. */
const longestHit = 300;
/** UTF-16 units; longer ones are dropped: untrusted sites choose them, and they are logged. */
const longestAddress = 2_000;

type KeepOutput = (text: string, context: ToolContext) => Promise<Pick<ToolResult, "content" | "spillFile">>;

export type WebRunParts = AddressRules & {
  /** The bundle of the page reader's thread. */
  readerProgram: string;
  /** Shortens long output and stores the whole. */
  keepOutput: KeepOutput;
};

/** Reads a page. Every failure is an answer. */
export function runFetch(parts: WebRunParts, address: string, context: ToolContext): Promise<ToolResult> {
  return within(context, async (signal) => {
    const url = readWebAddress(address);
    context.show(`GET ${url.href}\n`);
    const answer = await followRedirects(url, parts, { signal, mostBytes });
    const words = await wordsOf(parts, answer, signal);
    const { status, cut } = answer;
    const head = [
      fromWeb(answer.url.host),
      visibleName(answer.url.href),
      ...(status >= 400 ? [`The server answered ${status}.`] : []),
      ...(cut ? [`[Only the first ${mostBytes / 1024 / 1024} MiB were read.]`] : []),
      ...(words.cut ? [`[It has more words; these are the first ${words.text.length} characters.]`] : []),
    ];
    const kept = await parts.keepOutput([...head, "", visibleText(words.text)].join("\n"), context);
    if (status >= 400) return { outcome: "error", ...kept };
    return { outcome: "ok", ...kept, sources: [{ url: answer.url.href, title: plain(words.title, 200) }] };
  });
}

/** Searches with the user's engine. */
export function runSearch(
  parts: WebRunParts,
  engine: SearchEngine,
  words: string,
  context: ToolContext,
): Promise<ToolResult> {
  return within(context, async (signal) => {
    const { host } = addressOfEngine(engine);
    context.show(`${host}: ${words}\n`);
    const hits = await searchWeb(engine, words, parts.resolve, { signal, mostBytes });
    const first = hits.slice(0, mostHits);
    const shown = first.map(({ title, url, words: said }, at) => {
      const lines = [`${at + 1}. ${plain(title, 200)}`, plain(url, 500), plain(said, longestHit)];
      return lines.filter((line) => line !== "").join("\n");
    });
    if (shown.length === 0) return { outcome: "ok", content: "Nothing was found. Try other words." };
    const sources = first
      .filter(({ url }) => url.length <= longestAddress)
      .map(({ title, url }) => ({ url, title: plain(title, 200) }));
    const kept = await parts.keepOutput([fromWeb("the web"), ...shown].join("\n"), context);
    return { outcome: "ok", ...kept, sources };
  });
}

async function wordsOf(
  { readerProgram }: WebRunParts,
  answer: PageAnswer,
  signal: AbortSignal,
): Promise<{ title: string; text: string; cut: boolean }> {
  const read = textOfAnswer(answer);
  switch (read.kind) {
    case "words":
      return { title: "", ...boundedWords(read.text) };
    case "page": {
      const { title, text, cut } = await pageReader(
        readerProgram,
        { html: read.text, url: answer.url.href },
        signal,
      );
      const headed = title === "" || text.startsWith(`# ${title}`) ? text : `# ${title}\n\n${text}`;
      return { title, text: headed === "" ? "[The page has no words without its scripts.]" : headed, cut };
    }
    case "other":
      throw new WebTrouble(
        `${answer.url.host} sent ${visibleName(read.type.slice(0, 80))}, which is no text.`,
      );
    default:
      return read satisfies never;
  }
}

/** Cancels the work when the user stops it or the time limit is reached. */
async function within(
  { cancel }: ToolContext,
  work: (signal: AbortSignal) => Promise<ToolResult>,
): Promise<ToolResult> {
  const ending = new AbortController();
  const stop = () => ending.abort();
  const late = setTimeout(stop, mostMs);
  cancel.addEventListener("abort", stop, { once: true });
  if (cancel.aborted) stop();
  try {
    return await work(ending.signal);
  } catch (error) {
    if (!(error instanceof WebTrouble)) throw error;
    return { outcome: "error", content: cancel.aborted ? "Stopped by the user." : error.message };
  } finally {
    clearTimeout(late);
    cancel.removeEventListener("abort", stop);
  }
}

function plain(text: string, most: number): string {
  const words = text
    .replaceAll(/<[^>]{0,200}>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return visibleName(words.length > most ? `${words.slice(0, most)}…` : words);
}
