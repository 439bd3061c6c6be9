/** `kestrel memory`. */
export const memory = {
  "memory.noSuch": "No fact has an ID that begins with {id}. `kestrel memory list` shows the IDs.",
  "memory.category": "{name} is not a category. Use up to 32 small letters, digits, hyphens and underscores.",
  "memory.noFacts": "{file} contains no facts. Write one fact per line, after `- `.",
  "memory.ask.forget": "Delete this fact? [y/N] ",
  "memory.ask.imports": "Store these facts? [y/N] ",
  "memory.ask.accept": "Use this proposal? [y/N] ",
  "memory.imported": { one: "Stored {count} fact.", other: "Stored {count} facts." },
  "memory.import.there": {
    one: "{count} fact stays as it is: it was stored before, or changed since.",
    other: "{count} facts stay as they are: they were stored before, or changed since.",
  },
  "memory.import.proposals": {
    one: "{count} proposal was left out.",
    other: "{count} proposals were left out.",
  },
  "memory.import.refused": { one: "{count} fact was refused:", other: "{count} facts were refused:" },
  "memory.import.line": "Line {line}: {reason}",
  "memory.import.more": { one: "and {count} more", other: "and {count} more" },
  "memory.import.replaces": "replaces: {content}",
  "memory.stats":
    "Facts: {facts} ({pinned} pinned). Proposals: {proposals}. Uses: {uses}. Stored in: {backend}.",
  "memory.learn.on":
    "Kestrel proposes commands after which a failed check passed, and sentences that another model picks from what you typed. A small model picks many that are not worth keeping. Nothing is remembered before you accept it.",
  "memory.learn.lessons":
    "Kestrel proposes commands after which a failed check passed. Nothing is remembered before you accept it.",
  "memory.learn.off": "Kestrel proposes nothing by itself.",
  "memory.learn.words": "{word} is none of on, lessons and off.",
} as const;
