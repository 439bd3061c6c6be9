import { jsonOrNothing } from "@kestrel/text";

/** The displayed subject of a `use` call: a name, `find words`, or a name with its argument. Undefined when it cannot be determined. */
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
