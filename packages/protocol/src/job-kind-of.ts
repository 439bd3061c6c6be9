/** The jobs of models beside the main one. Without a schema, so that a page's first load stays small. */
export const crewJobKinds = [
  "compaction",
  "title",
  "commit_message",
  "digest",
  "review",
  "retrieval",
  "memory",
] as const;

/** The kind to display; a log may contain a kind of a newer Kestrel. */
export function jobKindOf(told: string): (typeof crewJobKinds)[number] | "unknown" {
  return crewJobKinds.find((kind) => kind === told) ?? "unknown";
}
