export type Schema = Readonly<Record<string, unknown>>;

export function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value as a schema; anything that is no schema allows everything. */
export function asSchema(value: unknown): Schema {
  return isSchema(value) ? value : {};
}

export function namesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === "string") : [];
}
