import type { Capability } from "../ports/capability-source.ts";
import { type FoundCapability, findCapabilities } from "./find-capabilities.ts";
import { searchTerms } from "./search-terms.ts";

/** More than two were a list to choose from, and that is what finding is for. */
const mostLaid = 2;

/** So many times as well as whatever is not laid must what is laid fit. Of the sayings in `test/catalog/meant.table.ts`, which are our own, it meets 19 of 20 and lays nothing beside the others. */
const margin = 1.4;

/** Words of a message that are looked at; a pasted page is no wish. UTF-16 units. */
const mostSaid = 600;

/** Words that half of all capabilities have in their names: what is done, and to what in general. */
const general = new Set(
  searchTerms(
    "folder file delete create search list change get read write run test web data text code tool project use help format document check start stop open send call work plan review simple basic general guide",
  ),
);

/**
 * What of a catalogue somebody means so clearly that its words may be laid beside theirs: they say its own name, or most of it, and
 * something else it speaks of; and nothing that is left fits nearly as well. At most two; most messages mean none.
 */
export function clearMatches(all: readonly Capability[], said: string): readonly Capability[] {
  const found = findCapabilities(all, said.slice(0, mostSaid), mostLaid + 1);
  for (let count = 1; count <= Math.min(mostLaid, found.length); count++) {
    const next = found[count]?.score ?? 0;
    const laid = found.slice(0, count);
    if (laid.every((one) => isMeant(one) && one.score >= next * margin)) return laid;
  }
  return [];
}

function isMeant({ name, has }: FoundCapability): boolean {
  // An address is said of nothing but what reads addresses.
  if (has.has("https") || has.has("http")) return true;
  const own = new Set(searchTerms(name.split("/").at(-1) ?? name).filter((term) => !general.has(term)));
  if (own.size === 0) return false;
  const named = [...own].filter((term) => has.has(term));
  const beside = [...has].filter((term) => !own.has(term));
  // A name of one word is said by chance; one of several is not.
  return named.length * 2 > own.size && (named.length > 1 || beside.length > 0);
}
