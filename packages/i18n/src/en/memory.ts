/** Memory: why something is not remembered. */
export const memory = {
  "reason.memory_empty": "it is empty",
  "reason.memory_long": "it is longer than 500 characters",
  "reason.memory_lines": "it has more than one line",
  "reason.memory_hidden": "it contains characters that cannot be seen",
  "reason.memory_secret": "it looks like a password or a key",
  "reason.memory_full": "10,000 facts are stored; delete some first",
  "reason.memory_off": "it is off; set `memory.enabled` to `on`",
  "reason.memory_busy": "its file is locked or damaged; see `kestrel logs`",
} as const;
