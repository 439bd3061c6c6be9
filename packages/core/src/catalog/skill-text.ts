import { estimateTokens } from "@kestrel/text";
import type { TrainedTexts } from "../ports/trained-texts.ts";

/** Half of public skills are longer; one is 19,000. Longer ones are read by section. Tokens, estimated. */
const longestWhole = 2_000;

/** Tokens returned at first from a longer one. */
const head = 900;

type SkillWords = { name: string; shown: string; text: string; beside: readonly { path: string }[] };

/** Files listed by name; the others are only counted. */
const mostNamed = 30;

/**
 * A skill as the model reads it, within `limit` UTF-16 units: its path, text and files. A longer one is its beginning and its
 * headings, each of which can be requested.
 */
export function skillText(
  { name, shown, text, beside }: SkillWords,
  limit: number,
  texts?: Pick<TrainedTexts, "skill">,
): string {
  const place =
    texts?.skill(name, shown) ??
    `Skill ${name}, in ${shown}. Its scripts run with the shell; read its files as ${name}/FILE.`;
  const named = beside
    .slice(0, mostNamed)
    .map(({ path }) => path)
    .join(", ");
  const files = beside.length > mostNamed ? `${named} and ${beside.length - mostNamed} more` : named;
  const around = [place, ...(files === "" ? [] : [`Files: ${files}`])].join("\n");
  const room = Math.max(0, limit - around.length - 200);
  if (estimateTokens(text) <= longestWhole && text.length <= room) return `${around}\n\n${text}`;
  const headings = sectionsOf(text).map(({ heading }) => heading);
  const list = headings.length > 0 ? `\nSections: ${headings.join("; ").slice(0, 800)}` : "";
  const shownText = cutAtLine(text, Math.min(room - list.length, head * 4));
  return `${around}\n\n${shownText}\n[The rest is left out; read a section as ${name}/SECTION.]${list}`;
}

/** The section with that heading, and everything under it; undefined when there is none. */
export function skillSection(text: string, wanted: string, limit: number): string | undefined {
  const plain = (words: string) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  const sections = sectionsOf(text);
  const at = sections.findIndex(({ heading }) => plain(heading) === plain(wanted));
  const section = sections[at];
  if (!section) return undefined;
  const next = sections.slice(at + 1).find(({ depth }) => depth <= section.depth);
  return cutAtLine(text.slice(section.from, next?.from ?? text.length).trim(), limit);
}

type Section = { heading: string; depth: number; from: number };

/** The headings of a text, except in fenced code. */
function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  let from = 0;
  let fenced = false;
  for (const line of text.split("\n")) {
    if (/^\s{0,3}(?:```|~~~)/.test(line)) fenced = !fenced;
    const [, marks = "", heading = ""] = (fenced ? undefined : /^(#{1,6})\s+(\S.*)$/.exec(line)) ?? [];
    if (marks !== "") sections.push({ heading: heading.trim(), depth: marks.length, from });
    from += line.length + 1;
  }
  return sections;
}

function cutAtLine(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, Math.max(0, limit));
  const line = cut.lastIndexOf("\n");
  return (line > limit / 2 ? cut.slice(0, line) : cut).trimEnd();
}
