import { builtInDescription, type SayAny } from "@kestrel/i18n";
import type { InstalledReach } from "@kestrel/protocol/api";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { grouped } from "./phase-sentence.ts";

/** Characters of a description in its line. */
const longest = 60;

/** The skills of sessions here: whether new ones get them, and the tokens of their line and their text. Tokens are estimates. */
export function skillLines(
  { skills, ignored, folders }: InstalledReach,
  say: Say,
  where: "session" | "command" = "session",
): string[] {
  const rows = skills.map(({ name, from, line, tokens, on, byHand, description }) => [
    `  ${say(on ? "reach.on" : "reach.off")}`,
    `/${name}`,
    say(`reach.from.${from}`),
    byHand ? say("reach.byHand") : say("reach.line", { line: grouped(line) }),
    say("trust.tokens", { tokens: grouped(tokens) }),
    shortened(description),
  ]);
  return [
    ...(skills.length === 0 ? [say("reach.noSkills", { folder: folders.skills })] : alignColumns(rows)),
    ...ignored.map(({ path, why }) => `  ${say(`trust.ignored.${why}`, { path })}`),
    ...(skills.length === 0 ? [] : [say(where === "session" ? "reach.how" : "reach.howCommand")]),
  ].map((line) => line.trimEnd());
}

export function promptLines({ prompts, folders }: InstalledReach, say: Say): string[] {
  const rows = prompts.map(({ name, from, tokens, description }) => [
    `  /${name}`,
    say(`reach.from.${from}`),
    say("trust.tokens", { tokens: grouped(tokens) }),
    shortened(builtInDescription("prompt", { name, from, description }, say as SayAny)),
  ]);
  return [
    ...alignColumns(rows).map((line) => line.trimEnd()),
    say("reach.ownPrompts", { folder: folders.prompts }),
  ];
}

function shortened(text: string): string {
  const shown = visibleName(text);
  return shown.length > longest ? `${shown.slice(0, longest - 1)}…` : shown;
}
