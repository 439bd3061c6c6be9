import { randomBytes } from "node:crypto";
import type { TerminalTheme } from "@kestrel/protocol/terminal";
import { visibleText } from "@kestrel/text";

/** The looks Kestrel paints with, by the terminal's own palette: what each is switched on and off by. */
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

/** Stands for Esc in colours of ours until they reach the terminal: no model, file or server can know it. */
const ourEscape = `\u{10fffd}${randomBytes(12).toString("hex")}`;

/** Where the background is light, yellow and cyan are hard to read; without colours, bold and its like are kept. */
const themes: Record<TerminalTheme, Partial<Record<Ink, readonly [number, number] | undefined>>> = {
  dark: {},
  light: { cyan: [34, 39], yellow: [35, 39] },
  none: { red: undefined, green: undefined, yellow: undefined, magenta: undefined, cyan: undefined },
};
let inForce: Partial<Record<Ink, readonly [number, number] | undefined>> = inks;

/** The colours of this process's terminal from now on. */
export function setTheme(theme: TerminalTheme): void {
  inForce = { ...inks, ...themes[theme] };
}

/** The text in this colour, once it is written through `toTerminal`. */
export function inked(ink: Ink, text: string): string {
  const codes = inForce[ink];
  if (!codes) return text;
  const [on, off] = codes;
  return `${ourEscape}[${on}m${text}${ourEscape}[${off}m`;
}

const anyInk = new RegExp(`${ourEscape}\\[\\d+m`, "gu");

/** The text as it takes room on a terminal: without colours. */
export function withoutInk(text: string): string {
  return text.replace(anyInk, "");
}

/**
 * What may be written to a terminal: line ends, tabs and our own colours are kept, every other control, escape and
 * invisible character is spelled out. Every text goes through here on its last step; doing it twice changes nothing.
 */
export function toTerminal(text: string): string {
  return visibleText(text).replaceAll(ourEscape, "\x1b");
}
