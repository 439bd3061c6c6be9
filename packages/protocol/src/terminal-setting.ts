/** The possible parts of the status line under a turn, in order. */
export const statusParts = ["model", "context", "reused", "speed", "time"] as const;
export type StatusPart = (typeof statusParts)[number];

export const terminalThemes = ["dark", "light", "none"] as const;
export type TerminalTheme = (typeof terminalThemes)[number];

/** Actions that can get another key, with the key that always triggers them. */
export const keyActions = {
  newline: "newline",
  after: "alt+enter",
  mode: "shift+tab",
  all: "ctrl+o",
  search: "ctrl+r",
  editor: "ctrl+g",
  suspend: "ctrl+z",
  "take-back": "alt+up",
  clear: "ctrl+l",
} as const;

const bindable =
  /^(?:(?:ctrl\+|alt\+|ctrl\+alt\+)(?:[a-z\d]|up|down|left|right|home|end|pageup|pagedown|insert|delete)|pageup|pagedown|insert)$/;

/** Keys that stop, leave, send, complete or delete, or are the same byte as such a key. */
const fixed = /^ctrl\+[cdhijm]$/;

/** Parses `mode=ctrl+t`; undefined when invalid. */
export function readKeyBinding(text: string): { key: string; means: string } | undefined {
  const [, action = "", key = ""] = /^([a-z-]+)=(\S+)$/.exec(text) ?? [];
  if (!Object.hasOwn(keyActions, action) || !bindable.test(key) || fixed.test(key)) return undefined;
  return { key, means: keyActions[action as keyof typeof keyActions] };
}
