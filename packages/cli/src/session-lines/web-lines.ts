import type { SearchTrial, WebTool } from "@kestrel/protocol/api";
import { visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { alignColumns } from "../terminal/align-columns.ts";
import { grouped } from "./phase-sentence.ts";

/** The web tools: the service and cost of each. Tokens are estimates. */
export function webLines(tools: readonly WebTool[], say: Say): string[] {
  const rows = tools.map(({ name, state, at = "", line, tokens }) => [
    `  ${name}`,
    state === "on" ? say("reach.line", { line: grouped(line) }) : "",
    state === "on" ? say("trust.tokens", { tokens: grouped(tokens) }) : "",
    say(`web.${name}.${state}`, { at }),
  ]);
  return alignColumns(rows).map((line) => line.trimEnd());
}

export function trialLine(trial: SearchTrial, say: Say): string {
  return trial.outcome === "ok"
    ? say("web.tried", { hits: trial.hits })
    : say("web.tried.not", { detail: visibleText(trial.detail) });
}
