import type { paintCode } from "./languages.ts";

type Paint = typeof paintCode;
let paint: Promise<Paint> | undefined;

/** Loads the highlighter when the first finished block of code asks for it. */
export function loadPaint(): Promise<Paint> {
  paint ??= import("./languages.ts").then(({ paintCode }) => paintCode);
  return paint;
}

/** Longer code is not highlighted: it would block the page. */
export const longestPainted = 30_000;
