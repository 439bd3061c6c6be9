import type { CapabilityKind } from "@kestrel/protocol";
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
const general =
  "folder file delete create search list change get read write run test web data text code tool project use help format document check start stop open send call work plan review simple basic general guide";
let generalTerms: ReadonlySet<string> | undefined;

/** Made by the first who asks: most starts have nobody. */
function isGeneral(term: string): boolean {
  generalTerms ??= new Set(searchTerms(general));
  return generalTerms.has(term);
}

/** What every address begins with. */
const addresses = ["https", "http"];

/** With the kind of its source: a name alone is anybody's. */
type Offered = Capability & { kind: CapabilityKind };

/**
 * What of a catalogue somebody means so clearly that its words may be laid beside theirs: they say its own name, or most of it, and
 * something else it speaks of; and nothing that is left fits nearly as well. At most two; most messages mean none.
 */
export function clearMatches<One extends Offered>(all: readonly One[], said: string): readonly One[] {
  const found = findCapabilities(all, said.slice(0, mostSaid), all.length)
    .filter((one) => readsAddresses(one) || besideAddresses(one).length > 0)
    .slice(0, mostLaid + 1);
  for (let count = 1; count <= Math.min(mostLaid, found.length); count++) {
    const next = found[count]?.score ?? 0;
    const laid = found.slice(0, count);
    if (laid.every((one) => isMeant(one) && one.score >= next * margin)) return laid;
  }
  return [];
}

function isMeant(one: FoundCapability<Offered>): boolean {
  const { name, has } = one;
  if (readsAddresses(one) && addresses.some((term) => has.has(term))) return true;
  const own = new Set(searchTerms(name.split("/").at(-1) ?? name).filter((term) => !isGeneral(term)));
  if (own.size === 0) return false;
  const named = [...own].filter((term) => has.has(term));
  const beside = besideAddresses(one).filter((term) => !own.has(term));
  // A name of one word is said by chance; one of several is not.
  return named.length * 2 > own.size && (named.length > 1 || beside.length > 0);
}

/** Our own reader of pages. A stranger's words may hold `https` too, and would then be laid beside every message that has a link. */
function readsAddresses({ kind, name }: Offered): boolean {
  return kind === "tool" && name === "fetch";
}

function besideAddresses({ has }: FoundCapability<Offered>): string[] {
  return [...has].filter((term) => !addresses.includes(term));
}
