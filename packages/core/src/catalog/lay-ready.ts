import type { EventBody, SessionState } from "@kestrel/protocol";
import { Cancellation } from "../cancel/cancellation.ts";
import type { AgentParts } from "../ports/agent-parts.ts";
import type { CapabilityPlace } from "../ports/capability-source.ts";
import { clearMatches } from "./clear-matches.ts";
import { describedBefore } from "./described-before.ts";

/** UTF-16 units of what is laid, about 1,000 tokens: of a long skill its beginning and its headings. */
const longestLaid = 4_000;

/** Above it, so that nobody takes it for the person's words. */
const laid = (name: string) =>
  `[Kestrel laid ${name} ready, as the words below may mean it. Leave it where they do not.]`;

export type LaidEvent = EventBody & { type: "context.added" };

/**
 * The words of what a message clearly means, as they are put beside it, so that nobody has to look for them first. They stay as every
 * word at the tail does, and what stands there already is not said again. Only what is at hand: nothing is started for it.
 */
export async function layReady(
  { catalog }: Pick<AgentParts, "catalog">,
  state: SessionState,
  said: string,
): Promise<LaidEvent[]> {
  const lines = (state.prefix.catalog ?? []).filter(({ omitted }) => omitted !== "name_taken");
  if (!catalog?.laysReady || lines.length === 0) return [];
  const place: CapabilityPlace = {
    workspace: state.workspace,
    cancel: new Cancellation(),
    limit: longestLaid,
    atHand: true,
  };
  const found = await Promise.all(
    lines.flatMap(({ kind, name }) =>
      catalog.sources
        // A plan calls nothing that is not ours to read.
        .filter((source) => source.kind === kind && !(state.mode === "plan" && source.calls))
        .map(async (source) => {
          const own = await source.list(name, place).catch(() => []);
          return own.map((capability) => ({ ...capability, kind, source }));
        }),
    ),
  );
  const meant = clearMatches(found.flat(), said);
  const words = await Promise.all(
    meant.map(async ({ name, source }): Promise<LaidEvent[]> => {
      if (describedBefore(state, name) !== undefined) return [];
      const told = await source.describe(name, place).catch(() => undefined);
      if (!told) return [];
      const text = `${laid(name)}\n${told.text}`;
      return [
        { type: "context.added", kind: "capability", text, described: [{ name, digest: told.digest }] },
      ];
    }),
  );
  return words.flat();
}
