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

/**
 * The end of a row that goes on in the next: the terminal wraps there, so that both are copied as one line, with `blanks` between them. The row
 * leaves the last column free.
 */
export const softBreak = (blanks: string): string => `${ourEscape}w${blanks}`;

const aSoftBreak = new RegExp(`${ourEscape}w( *)`, "gu");

/**
 * A wide character that does not fit into the last column: each terminal begins a row for it that continues this one. Blanks up to there
 * would be copied. The next row is then written over it.
 */
const wrapHere = "\x1b[999C\u3000\r\x1b[2X";

/** A row for the terminal: with its line end, or wrapped. */
export function rowToTerminal(row: string): string {
  const shown = toTerminal(row);
  return shown.endsWith(wrapHere) ? shown : `${shown}\n`;
}

const anyInk = new RegExp(`${ourEscape}(?:\\[\\d+m|w *)`, "gu");

/** The text without colours and soft breaks, for measuring. */
export function withoutInk(text: string): string {
  return text.replace(anyInk, "");
}

/**
 * Escapes text for a terminal: keeps line ends, tabs and our own colours, and spells out every other control, escape and
 * invisible character. The last step for every text; idempotent.
 */
export function toTerminal(text: string): string {
  return visibleText(text).replace(aSoftBreak, `$1${wrapHere}`).replaceAll(ourEscape, "\x1b");
}
