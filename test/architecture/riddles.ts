import type { Source } from "./violations.ts";

/** Words of strings and comments that make a sentence a riddle: who is meant, and what? */
const riddles = /\b(?:nobody|somebody|anybody|whoever|whom|what was (?:said|told|done|asked|shown))\b/gi;

/** How often a file has one. Identifiers are left alone. */
export function riddlesIn({ text }: Source): number {
  return (text.match(riddles) ?? []).length;
}

/** So many there are in each room. They may only fall: who mends some lowers the number. */
export const riddlesLeft: Readonly<Record<string, number>> = {
  "console/src": 47,
  "packages/app/src": 29,
  "packages/backends/src": 22,
  "packages/cli/src": 86,
  "packages/core/src": 132,
  "packages/daemon/src": 43,
  "packages/diagnostics/src": 6,
  "packages/edit-match/src": 1,
  "packages/i18n/src": 8,
  "packages/mcp/src": 29,
  "packages/memory/src": 8,
  "packages/nano/src": 1,
  "packages/protocol/src": 48,
  "packages/runtime/src": 74,
  "packages/server/src": 27,
  "packages/session-state/src": 20,
  "packages/store/src": 69,
  "packages/text/src": 10,
  "packages/tool-calls/src": 10,
  "packages/tools/src": 63,
  "packages/web/src": 5,
};
