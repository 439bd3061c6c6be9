import type { CapabilityKind } from "@kestrel/protocol";
import type { Capability } from "../ports/capability-source.ts";
import { type FoundCapability, findCapabilities } from "./find-capabilities.ts";
import { searchTerms } from "./search-terms.ts";

/** More matches would be a choice, which is left to the catalogue's search. */
const mostLaid = 2;

/**
 * How many times higher the score of an added capability must be than the best one left out. Of our own messages in
 * `test/catalog/meant.table.ts` it finds 19 of 20, and adds nothing to the others.
 */
const margin = 1.4;

/** The part of a message that is searched: a pasted page is not a request. UTF-16 units. */
const mostSaid = 600;

/** Words that half of all capabilities have in their names: common actions and objects. */
const general =
  "folder file delete create search list change get read write run test web data text code tool project use help format document check start stop open send call work plan review simple basic general guide";
let generalTerms: ReadonlySet<string> | undefined;

/** The set is built on first use: most starts never need it. */
function isGeneral(term: string): boolean {
  generalTerms ??= new Set(searchTerms(general));
  return generalTerms.has(term);
}

/** The schemes of addresses. */
const addresses = ["https", "http"];

/** A capability with the kind of its source: different sources may use the same name. */
type Offered = Capability & { kind: CapabilityKind };

/**
 * The capabilities that a message clearly means, so that they can be added to it. The message contains most of the name, and two words
 * of the name or another term of the capability. No other capability fits nearly as well. At most two; most messages mean none.
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
  // One word of a name may match by chance. Several do not.
  return named.length * 2 > own.size && (named.length > 1 || beside.length > 0);
}

/** Kestrel's own page reader. A foreign description may contain `https` too, and would be added to every message with a link. */
function readsAddresses({ kind, name }: Offered): boolean {
  return kind === "tool" && name === "fetch";
}

function besideAddresses({ has }: FoundCapability<Offered>): string[] {
  return [...has].filter((term) => !addresses.includes(term));
}
