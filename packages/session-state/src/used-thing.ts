import { jsonOrNothing } from "@kestrel/text";

/** What a call of `use` is about as a person says it: a name, `find words`, or a name with what it is called with. Undefined where that cannot be told. */
export function usedThing(bytes: string): string | undefined {
  const { name, action, arguments: given } = objectIn(bytes);
  if (typeof name !== "string") return undefined;
  if (action === "find") return `find ${name}`;
  const has = typeof given === "object" && given !== null && Object.keys(given).length > 0;
  return has ? `${name} ${JSON.stringify(given)}` : name;
}

function objectIn(bytes: string): Record<string, unknown> {
  const value = jsonOrNothing(bytes);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
