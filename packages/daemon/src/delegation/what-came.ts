import type { SessionEvent, TurnEndReason } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { estimateTokens } from "@kestrel/text";

/** A line for people about a step of a helper, shown with its call. It has no words to translate. */
export function stepLine({ body }: SessionEvent, { openTurn }: SessionState): string | undefined {
  if (body.type !== "tool.requested") return undefined;
  const { paths = [], pattern, commands = [] } = body.subject ?? {};
  const about = [...commands, ...(pattern === undefined ? [] : [pattern]), ...paths.map(({ path }) => path)];
  return `${openTurn?.step ?? body.step}. ${body.tool} ${about.join(" ").slice(0, 200)}`.replaceAll(
    /\s+/g,
    " ",
  );
}

/** Tokens that a reply cost: processed and generated, by the server's counters or estimated. */
export function spentIn({ body }: SessionEvent): number {
  if (body.type !== "reply.completed") return 0;
  const { prompt, cached = 0, generated } = body.usage ?? {};
  return (prompt === undefined ? 0 : prompt - cached) + (generated ?? estimateTokens(body.text ?? ""));
}

/** The end of the newest turn, and its last text. */
export function lastWords({ timeline }: SessionState): { ending?: TurnEndReason; answer: string } {
  let ending: TurnEndReason | undefined;
  for (const entry of timeline.backwards()) {
    if (entry.kind === "end") ending ??= entry.reason;
    if (entry.kind === "user") break;
    if (entry.kind === "reply" && entry.text.trim() !== "") return { ending, answer: entry.text.trim() };
  }
  return { ending, answer: "" };
}
