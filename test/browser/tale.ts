import type { Reply } from "../models/scripted/script.ts";

const pages = 900;
const pageOf = (number: number) => `Page ${number} of the tale.`;

/** A reply so long that nobody has it whole before a test looks. */
export const tale: Reply = {
  says: Array.from({ length: pages }, (_, index) => `${pageOf(index + 1)}\n`).join(""),
};

export const firstOfTale = pageOf(1);
export const lastOfTale = pageOf(pages);
