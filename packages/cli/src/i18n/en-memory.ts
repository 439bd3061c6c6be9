/** `kestrel memory`. */
export const memory = {
  "memory.noSuch": "No fact has an ID that begins with {id}. `kestrel memory list` shows the IDs.",
  "memory.noFacts": "{file} contains no facts. Write one fact per line, after `- `.",
  "memory.needsYes": "Nothing was changed. No terminal is attached to confirm this; add --yes.",
  "memory.ask.forget": "Delete this fact? [y/N] ",
  "memory.ask.imports": "Store these facts? [y/N] ",
  "memory.ask.accept": "Use this proposal? [y/N] ",
  "memory.imported": { one: "Stored {count} fact.", other: "Stored {count} facts." },
  "memory.stats":
    "Facts: {facts} ({pinned} pinned). Proposals: {proposals}. Uses: {uses}. Stored in: {backend}.",
  "memory.learn.on":
    "Kestrel proposes commands after which a failed check passed, and sentences that a helper model picks from what you typed. A small model picks many that are not worth keeping. Nothing is remembered before you accept it.",
  "memory.learn.lessons":
    "Kestrel proposes commands after which a failed check passed. Nothing is remembered before you accept it.",
  "memory.learn.off": "Kestrel proposes nothing by itself.",
  "memory.learn.words": "{word} is none of on, lessons and off.",
} as const;
