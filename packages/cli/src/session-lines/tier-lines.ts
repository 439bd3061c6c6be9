import { laidReady, overBudget, type SessionState, tierAccount } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { grouped } from "./phase-sentence.ts";

/** The cost of each tier of tools in this session; empty when there are only core tools. */
export function tierRows(state: SessionState, say: Say): string[][] {
  const shares = tierAccount(state);
  if (shares.length < 2) return [];
  const ready = laidReady(state);
  const laid = [
    `    ${say("tier.ready")}`,
    `~${grouped(ready.tokens)}`,
    say("tier.readyCount", { count: ready.names.length, called: ready.called }),
  ];
  const rows = shares.map(({ tier, tokens, estimated, count, budget }) => [
    `    ${say(`tier.${tier}`)}`,
    `${estimated ? "~" : ""}${grouped(tokens)}`,
    budget === undefined
      ? say("tier.tools", { count })
      : say("tier.lines", { count, budget: grouped(budget) }),
  ]);
  return ready.names.length > 0 ? [...rows, laid] : rows;
}

/** Tools left out of a new session's catalogue by a tier's budget. */
export function overBudgetLines({ prefix }: SessionState, say: Say): string[] {
  return overBudget(prefix.catalog).map(({ tier, budget = 0, left }) =>
    say("tier.over", { tier: say(`tier.${tier}`), budget: grouped(budget), names: left.join(", ") }),
  );
}
