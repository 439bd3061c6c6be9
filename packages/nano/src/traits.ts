import type { ModelTraits } from "@kestrel/protocol/api";

/** What kestrel-nano needs, and any model that a loadout calls a demonstration (`demo = true`). */
export const demonstrationTraits: ModelTraits = {
  notice: "demonstration",
  anyWindow: true,
  noInstructions: true,
  compaction: "fold",
  steeringAtOnce: 1,
  // The longest that it has to say is a file of some thirty lines.
  longestReply: 768,
  repeatsItself: true,
  noPrefill: true,
  noSeat: true,
  repeatable: true,
  slots: 2,
};

/** The tools that kestrel-nano was trained with, in the order in which it has them. */
export const nanoTools = ["read", "search", "edit", "write", "shell", "todo"];

/** kestrel-nano as it comes with Kestrel. */
export const nanoTraits: ModelTraits = { ...demonstrationTraits, tools: nanoTools };
