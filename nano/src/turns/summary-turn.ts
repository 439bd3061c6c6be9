import type { Chance } from "../chance.ts";
import type { Exchange } from "../scene.ts";
import { productTexts } from "../world/product-texts.ts";
import type { Part, Turn } from "./turn.ts";

/** What a note may name at most, so that it stays short. */
const most = { files: 8, errors: 3, letters: 160 };

/** The words of a summary that the model is asked for, about the conversation so far. `open`: the last message is not done yet. */
function notesOn(turns: readonly Turn[], open: boolean): string {
  const exchanges = turns.flatMap(exchangesOf);
  const denied = exchanges.filter(({ answer }) => answer.startsWith("The user denied"));
  const files = new Map<string, string>();
  for (const { tool, arguments: given, ok } of exchanges) {
    if (!ok || typeof given.path !== "string" || given.path === ".") continue;
    files.delete(given.path);
    files.set(given.path, { read: "read", edit: "changed", write: "created" }[tool] ?? "looked at");
  }
  const errors = exchanges
    .filter(({ ok, answer, mistake }) => !ok && !mistake && !answer.startsWith("The user denied"))
    .map(({ answer }) => `- ${brief(answer)}`);
  return [
    "## Task",
    brief(turns[0]?.user ?? ""),
    "## Constraints",
    ...(denied.length > 0
      ? denied.slice(-2).map(({ arguments: given }) => `- denied: ${subject(given)}`)
      : ["none"]),
    "## Decisions",
    "none",
    "## Files",
    ...(files.size > 0
      ? [...files].slice(-most.files).map(([path, state]) => `- ${path}: ${state}`)
      : ["none"]),
    "## Errors",
    ...(errors.length > 0 ? errors.slice(-most.errors) : ["none"]),
    "## Next steps",
    open ? brief(turns.at(-1)?.user ?? "") : "none, the last request is done",
  ].join("\n");
}

const brief = (text: string) => (text.split("\n")[0] ?? "").slice(0, most.letters);
const subject = (given: Readonly<Record<string, unknown>>) => `${given.command ?? given.path ?? ""}`;

function exchangesOf({ parts }: Turn): Exchange[] {
  return parts.flatMap((part) => (part.kind === "call" ? [part.exchange] : []));
}

/**
 * The conversation with the request for a summary at its end, and the summary: behind the last reply, or in the place of the
 * newest answer, as Kestrel asks for it.
 */
export function summarised(turns: readonly Turn[], chance: Chance): Turn[] {
  const request = productTexts.summaryRequest(chance.whole(100, 320));
  const last = turns.at(-1);
  const call = last?.parts.findLastIndex(({ kind }) => kind === "call") ?? -1;
  if (last && call >= 0 && chance.maybe(0.5)) {
    const before = last.parts.slice(0, call);
    const part = last.parts[call];
    if (part?.kind === "call") {
      const seen = [...turns.slice(0, -1), { ...last, parts: before }];
      const asking: Part = { kind: "call", exchange: { ...part.exchange, answer: request, mistake: true } };
      const parts: Part[] = [...before, asking, { kind: "words", text: notesOn(seen, true) }];
      return [...turns.slice(0, -1), { ...last, parts }];
    }
  }
  return [
    ...turns,
    { skill: "refer", user: request, parts: [{ kind: "words", text: notesOn(turns, false) }], says: [] },
  ];
}

/** What stands before the newest reply once a summary has taken the place of the rest. */
export function continued(turns: readonly Turn[]): Turn[] {
  const [first] = turns;
  const last = turns.at(-1);
  if (!first || !last) return [...turns];
  const said = turns.slice(1).map(({ user }) => `- ${brief(user)}`);
  const user = `${first.user}\n\n${productTexts.summary(notesOn(turns, true))}\n${productTexts.alsoSaid(said)}`;
  return [{ ...last, user, notes: first.notes }];
}

/** The conversation with what the tools answered taken out of it, to make room. */
export function folded(turns: readonly Turn[]): Turn[] {
  return turns.map((turn) => ({
    ...turn,
    parts: turn.parts.map((part): Part => {
      if (part.kind !== "call") return part;
      const answer = productTexts.folded(part.exchange.tool, part.exchange.answer.split("\n").length);
      return { kind: "call", exchange: { ...part.exchange, answer, mistake: true } };
    }),
  }));
}
