/** `{ server: { port: 1 } }` as `server.port`; empty tables are left out. */
export function flatten(table: Readonly<Record<string, unknown>>, above = ""): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(table)) {
    const key = above + name;
    const deeper =
      typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
    if (!deeper) flat.set(key, value);
    else
      for (const [inner, below] of flatten(value as Record<string, unknown>, `${key}.`))
        flat.set(inner, below);
  }
  return flat;
}
