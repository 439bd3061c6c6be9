import { laidReady, overBudget, type SessionState, tierAccount } from "@kestrel/session-state";
import type { Say } from "../i18n/say.ts";
import { grouped } from "./phase-sentence.ts";

/** What each tier of tools costs in this session; nothing where no catalogue stands behind the core tools. */
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

/** What a new session's catalogue had no room for, and by which tier. */
export function overBudgetLines({ prefix }: SessionState, say: Say): string[] {
  return overBudget(prefix.catalog).map(({ tier, budget = 0, left }) =>
    say("tier.over", { tier: say(`tier.${tier}`), budget: grouped(budget), names: left.join(", ") }),
  );
}
