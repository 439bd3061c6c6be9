import type { CapabilityKind, EventBody } from "@kestrel/protocol";
import type { SessionState } from "@kestrel/session-state";
import { Cancellation, neverCancelled } from "../cancel/cancellation.ts";
import type { MessageRoom } from "../context/message-room.ts";
import { askLibrarian, type LibrarianParts, readAheadOfTime } from "../crew/retrieval/ask-librarian.ts";
import { clearlyNearest } from "../crew/retrieval/with-nearest.ts";
import { passOver } from "../diagnostics/report-unexpected.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CancelSignal } from "../ports/cancel-signal.ts";
import type { Capability, CapabilityPlace, CapabilitySource } from "../ports/capability-source.ts";
import { clearMatches } from "./clear-matches.ts";
import { describedBefore } from "./described-before.ts";

/** UTF-16 units of each text that is prefetched. */
const longestLaid = 4_000;
/** UTF-16 units of a token, and of the heading line; a long skill contributes its beginning and its headings. */
const units = { token: 4, heading: 160 } as const;

/** Precedes it, so that it is not taken for the user's text. */
const laid = (name: string) =>
  `[Kestrel laid ${name} ready, as the words below may mean it. Leave it where they do not.]`;

/** Milliseconds a message waits for it. A small model reads one message in 5 to 50; cards are read ahead of time. */
const longestLook = 300;

export type LayingParts = LibrarianParts & { agent: Pick<AgentParts, "catalog"> };

type Listed = Capability & { kind: CapabilityKind; source: CapabilitySource };

export type LaidEvent = EventBody & { type: "context.added" };

/**
 * The texts that a message clearly refers to, attached to it so that the model need not look them up. They stay in the history, and
 * are not attached twice. Only local texts: starts nothing.
 */
export async function layReady(parts: LayingParts, said: string, room: MessageRoom): Promise<LaidEvent[]> {
  const { state } = parts.journal;
  const place = placeOf(state);
  const all = await listAtHand(parts.agent, state, place);
  if (all.length === 0) return [];
  const byWords = clearMatches(all, said);
  const near = byWords.length === 0 ? await nearSkill(parts, all, said) : undefined;
  const meant = near ? all.filter(({ name, kind }) => kind === "skill" && name === near.name) : byWords;
  const laidNow: LaidEvent[] = [];
  for (const { name, source } of meant) {
    if (describedBefore(state, name) !== undefined) continue;
    const limit = Math.max(0, room.left * units.token - units.heading);
    const told = await source
      .describe(name, { ...place, limit })
      .catch(passOver(parts.agent.host, "describing a capability"));
    if (!told) continue;
    const text = `${laid(name)}\n${told.text}`;
    if (!room.takes(text, name)) continue;
    const described = [{ name, digest: told.digest }];
    laidNow.push({ type: "context.added", kind: "capability", text, described });
  }
  await near?.close(laidNow.length > 0);
  return laidNow;
}

/** Lets the librarian embed the attachable texts between turns. Never rejects. */
export async function readCatalogAhead(parts: LayingParts, cancel: CancelSignal): Promise<void> {
  const { agent, journal } = parts;
  if (!agent.crew?.librarian(journal.state)) return;
  const all = await listAtHand(agent, journal.state, placeOf(journal.state));
  await readAheadOfTime(parts, all.filter(isSkill), cancel);
}

function placeOf({ workspace }: SessionState): CapabilityPlace {
  return { workspace, cancel: new Cancellation(), limit: longestLaid, atHand: true };
}

async function listAtHand(
  { catalog, host }: LayingParts["agent"],
  state: SessionState,
  place: CapabilityPlace,
): Promise<readonly Listed[]> {
  const lines = (state.prefix.catalog ?? []).filter(({ omitted }) => omitted !== "name_taken");
  if (!catalog?.laysReady || lines.length === 0) return [];
  const found = await Promise.all(
    lines.flatMap(({ kind, name }) =>
      catalog.sources
        // In plan mode, reads no foreign source.
        .filter((source) => source.kind === kind && !(state.mode === "plan" && source.calls))
        .map(async (source) => {
          const own = (await source.list(name, place).catch(passOver(host, "listing capabilities"))) ?? [];
          return own.map((capability) => ({ ...capability, kind, source }));
        }),
    ),
  );
  return found.flat();
}

/** The skill that a retriever finds clearly nearest. Only skills: this was not measured for tools of servers. */
async function nearSkill(parts: LayingParts, all: readonly Listed[], said: string) {
  const wanted = { withinMs: longestLook, cancel: neverCancelled, atHand: true } as const;
  const found = await askLibrarian(parts, { cards: all.filter(isSkill), words: said }, wanted);
  const nearest = found && clearlyNearest(found.product);
  if (!nearest) await found?.close(false);
  return nearest && { name: nearest.name, close: found.close };
}

const isSkill = ({ kind }: Listed) => kind === "skill";
