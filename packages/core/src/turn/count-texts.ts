import type { CountedTexts, Prompt } from "@kestrel/protocol";
import { isSaid, notesOf, type SaidEntry, type SessionState } from "@kestrel/session-state";
import { Cancellation, untilCancelled } from "../cancel/cancellation.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import type { ModelBackend } from "../ports/model-backend.ts";
import type { TurnParts } from "./turn-parts.ts";

type Part = "text" | "notes" | "instructions" | "reasoning" | "result";
type Wanted = { seq: number; part: Part; text: string };

/** Most UTF-16 units counted at the end of one turn: a server reads some millions a second. */
const mostCounted = 4_000_000;

/** How long a turn's end waits for counts, in milliseconds; a server that has just replied takes two or three. */
const patience = 5_000;

/** Has the server count the text added since its last count, with the model's own tokenizer, for the ledger. Runs when the turn is over. */
export async function countTexts({
  journal,
  agent,
  cancel,
}: Pick<TurnParts, "journal" | "agent" | "cancel">): Promise<void> {
  const { backend, host } = agent;
  const { state } = journal;
  if (!backend.countTexts || cancel.aborted) return;
  const model = modelOf(state);
  const wanted = uncounted(state, model);
  if (wanted.length === 0) return;
  const counting = counted(backend, state, wanted, model).catch(passOver(host, "counting tokens"));
  // A pending wait would keep the process alive.
  const over = new Cancellation();
  const late = host.wait(patience, over).then(() => undefined);
  const counts = await untilCancelled(Promise.race([counting, late]), cancel).finally(() => over.cancel());
  if (counts) await journal.append({ type: "context.counted", ...counts });
}

async function counted(
  backend: ModelBackend,
  state: SessionState,
  wanted: readonly Wanted[],
  model: string | undefined,
): Promise<CountedTexts | undefined> {
  const isKnown = state.fixedCount !== undefined && state.fixedCount.model === model;
  const [tokens, fixed] = await Promise.all([
    backend.countTexts?.(wanted.map(({ text }) => text)),
    isKnown ? undefined : fixedCount(backend, state),
  ]);
  if (!tokens) return undefined;
  const entries = new Map<number, CountedTexts["entries"][number]>();
  for (const [index, { seq, part }] of wanted.entries())
    entries.set(seq, { ...(entries.get(seq) ?? { seq }), [part]: tokens[index] });
  return { model, fixed, entries: [...entries.values()] };
}

/** The tool list costs what a prompt with it costs more than one without. */
async function fixedCount(backend: ModelBackend, { prefix }: SessionState): Promise<CountedTexts["fixed"]> {
  // Some templates render nothing without a user message.
  const messages: Prompt["messages"] = [
    { role: "system", content: prefix.system },
    { role: "user", content: "." },
  ];
  const [texts, whole, bare] = await Promise.all([
    backend.countTexts?.([prefix.system]),
    backend.countTokens({ messages, tools: prefix.tools }),
    backend.countTokens({ messages, tools: [] }),
  ]);
  const [system] = texts ?? [];
  if (system === undefined || whole === undefined || bare === undefined) return undefined;
  return { system, tools: Math.max(0, whole - bare) };
}

/** Texts that the model has not counted yet, newest entries first, as far back as the counts of earlier turns. */
function uncounted({ timeline, prefix }: SessionState, model: string | undefined): Wanted[] {
  const wanted: Wanted[] = [];
  let units = 0;
  for (const entry of timeline.backwards()) {
    if (!isSaid(entry)) continue;
    if (entry.counted && entry.counted.model === model) break;
    const parts = partsOf(entry, prefix.reasoning === "send").filter(({ text }) => text !== "");
    units += parts.reduce((sum, { text }) => sum + text.length, 0);
    if (units > mostCounted) break;
    wanted.push(...parts);
  }
  return wanted;
}

function partsOf(entry: SaidEntry, withReasoning: boolean): Wanted[] {
  const { seq } = entry;
  switch (entry.kind) {
    case "user": {
      const { instructions, notes } = notesOf(entry);
      return [
        { seq, part: "instructions", text: instructions },
        { seq, part: "text", text: entry.shortened ?? entry.text },
        { seq, part: "notes", text: notes },
      ];
    }
    case "note":
      return [{ seq, part: "text", text: entry.shortened ?? entry.text }];
    case "tool":
      return entry.folded ? [] : [{ seq, part: "result", text: entry.content ?? "" }];
    case "reply":
      return [
        { seq, part: "text", text: entry.text },
        { seq, part: "reasoning", text: withReasoning && !entry.cut ? entry.reasoning : "" },
      ];
    default:
      return entry satisfies never;
  }
}

function modelOf({ timeline }: SessionState): string | undefined {
  for (const entry of timeline.backwards()) if (entry.kind === "reply") return entry.model;
  return undefined;
}
