/** What a completion script asks this program for: `kestrel completion-names sessions`. */
export const namesWord = "completion-names";

export const namedKinds = ["sessions", "models", "loadouts"] as const;
export type NamedKind = (typeof namedKinds)[number];
