import type { DecidedTrust, TrustOffer } from "@kestrel/protocol/api";
import { estimateTokens, visibleName, visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { grouped } from "../session-lines/phase-sentence.ts";
import { alignColumns } from "../terminal/align-columns.ts";

/** A folder's own files and which of them would be used, in a few lines. Tokens are estimates. */
export function trustLines(offer: TrustOffer, say: Say): string[] {
  const {
    workspace,
    state,
    files,
    skills = [],
    hooks = [],
    hookTrust,
    deny,
    ignored,
    budget,
    withheld,
  } = offer;
  const rows = files.map(({ path, tokens, kept, changed }) => [
    `  ${visibleName(path)}`,
    say("trust.tokens", { tokens: grouped(tokens) }),
    [
      ...(kept < tokens ? [say("trust.cut", { kept: grouped(kept), budget: grouped(budget) })] : []),
      ...(changed ? [say("trust.changed")] : []),
    ].join(" "),
  ]);
  const skillRows = skills.map(({ path, name, beside, tokens, changed }) => [
    `  ${visibleName(path)}`,
    say("trust.tokens", { tokens: grouped(tokens) }),
    [say("trust.skill", { name, count: beside.length }), ...(changed ? [say("trust.changed")] : [])].join(
      " ",
    ),
  ]);
  return [
    ...(state === "nothing" && hookTrust ? [] : [say(`trust.state.${state}`, { folder: workspace })]),
    ...alignColumns([...rows, ...skillRows]).map((line) => line.trimEnd()),
    ...deny.map((rule) => `  ${say("trust.denies", { rule })}`),
    ...ignored.map(({ path, why }) => `  ${say(`trust.ignored.${why}`, { path })}`),
    ...(withheld && files.length + skills.length > 0 ? [say("trust.withheld")] : []),
    ...(hookTrust ? [say(`trust.hooks.${hookTrust.state}`, { folder: workspace })] : []),
    ...hooks.map(
      ({ on, command, tool = "", changed }) =>
        `  ${say("trust.runs", { when: `${say(`hooks.stage.${on}`)} ${tool}`.trim(), command: visibleText(command) })}${changed ? ` ${say("trust.changed")}` : ""}`,
    ),
  ];
}

/** The complete text of the files, with invisible characters shown. */
export function wholeTextLines({ files, skills = [], hooks = [] }: TrustOffer, say: Say): string[] {
  const scripts = hooks.flatMap((hook) => hook.files);
  const all = [
    ...files,
    ...skills.map((skill) => ({ ...skill, kept: skill.tokens })),
    ...scripts.map((script) => ({ ...script, tokens: estimateTokens(script.text), kept: 0 })),
  ];
  return all.flatMap(({ path, text, tokens, kept }) => [
    "",
    say("trust.whole", { path, tokens: grouped(tokens), kept: grouped(kept) }),
    ...visibleText(text.replaceAll("\r\n", "\n"))
      .trimEnd()
      .split("\n")
      .map((line) => `  │ ${line}`),
  ]);
}

/** The folders with a decision. */
export function decidedLines(decided: readonly DecidedTrust[], say: Say): string[] {
  if (decided.length === 0) return [say("trust.none")];
  return alignColumns(
    decided.map(({ workspace, about = "words" as const, decision, at }) => [
      say(`trust.decision.${about}.${decision}`),
      visibleName(workspace),
      at.slice(0, 10),
    ]),
  );
}
