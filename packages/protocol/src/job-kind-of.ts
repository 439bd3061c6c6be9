/** What a model beside the lead may be asked for. Without a schema: a page's first words need no more. */
export const crewJobKinds = [
  "compaction",
  "title",
  "commit_message",
  "digest",
  "review",
  "retrieval",
  "memory",
] as const;

/** What a piece of work is to be spoken of as; a log may tell of a kind that only a newer Kestrel knows. */
export function jobKindOf(told: string): (typeof crewJobKinds)[number] | "unknown" {
  return crewJobKinds.find((kind) => kind === told) ?? "unknown";
}
