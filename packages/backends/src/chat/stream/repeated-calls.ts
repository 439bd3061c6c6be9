import { jsonOrNothing } from "@kestrel/text";
import { isSchema } from "../../schema/schema.ts";

type NamedCall = { id: string | undefined; name: string; arguments: string };

/**
 * One id is one call: a server that sends it again, at another index or whole behind its pieces, means the same one. Other
 * arguments are another call: models that write ids themselves write one for all. Each call is read once, however many have
 * its id.
 */
export class RepeatedCalls {
  readonly #seen = new Map<string, { first: string; keys?: Set<string> }>();

  /** Whether the same call was passed before. */
  has({ id, name, arguments: text }: NamedCall): boolean {
    if (id === undefined) return false;
    const whose = JSON.stringify([id, name]);
    const seen = this.#seen.get(whose);
    if (!seen) this.#seen.set(whose, { first: text });
    if (!seen || text.trim() === "") return seen !== undefined;
    seen.keys ??= new Set([keyOf(seen.first)]);
    const key = keyOf(text);
    const repeated = seen.keys.has(key);
    seen.keys.add(key);
    return repeated;
  }
}

/** The same for the same value in whatever spacing and order. */
function keyOf(text: string): string {
  const value = jsonOrNothing(text);
  if (value === undefined) return text;
  return JSON.stringify(value, (_name, inner) =>
    isSchema(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
