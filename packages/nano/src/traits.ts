import type { ModelTraits } from "@kestrel/protocol/api";
import { nanoToolSpecs } from "./tools.ts";

/** What kestrel-nano needs, and any model that a loadout calls a demonstration (`demo = true`). */
export const demonstrationTraits: ModelTraits = {
  notice: "demonstration",
  texts: "kestrel-nano",
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

/** kestrel-nano as it comes with Kestrel. */
export const nanoTraits: ModelTraits = {
  ...demonstrationTraits,
  tools: nanoToolSpecs.map(({ name }) => name),
};
