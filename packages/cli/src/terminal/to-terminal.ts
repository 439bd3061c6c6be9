import { randomBytes } from "node:crypto";
import type { TerminalTheme } from "@kestrel/protocol/terminal";
import { visibleText } from "@kestrel/text";

/** Kestrel's styles in the terminal's own palette: the codes that switch each on and off. */
const inks = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  struck: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;
export type Ink = keyof typeof inks;

/** Placeholder for Esc in our colours until `toTerminal`: random, so no model, file or server can forge it. */
const ourEscape = `\u{10fffd}${randomBytes(12).toString("hex")}`;

/** Overrides per theme: yellow and cyan are hard to read on a light background; without colours, bold and similar styles stay. */
const themes: Record<TerminalTheme, Partial<Record<Ink, readonly [number, number] | undefined>>> = {
  dark: {},
  light: { cyan: [34, 39], yellow: [35, 39] },
  none: { red: undefined, green: undefined, yellow: undefined, magenta: undefined, cyan: undefined },
};
let inForce: Partial<Record<Ink, readonly [number, number] | undefined>> = inks;

/** Sets this process's theme. */
export function setTheme(theme: TerminalTheme): void {
  inForce = { ...inks, ...themes[theme] };
}

/** Marks the text with this style, which `toTerminal` turns into escape sequences. */
export function inked(ink: Ink, text: string): string {
  const codes = inForce[ink];
  if (!codes) return text;
  const [on, off] = codes;
  return `${ourEscape}[${on}m${text}${ourEscape}[${off}m`;
}

const anyInk = new RegExp(`${ourEscape}\\[\\d+m`, "gu");

/** The text without colours, for measuring. */
export function withoutInk(text: string): string {
  return text.replace(anyInk, "");
}

/**
 * Escapes text for a terminal: keeps line ends, tabs and our own colours, and spells out every other control, escape and
 * invisible character. The last step for every text; idempotent.
 */
export function toTerminal(text: string): string {
  return visibleText(text).replaceAll(ourEscape, "\x1b");
}
