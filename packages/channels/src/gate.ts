import type { Incoming } from "./port.ts";

/** Who may speak to a channel. */
export type GateRules = {
  /** Stable ids, as the service has them: from the settings, and those that paired. */
  admitted: readonly string[];
  /** Groups by their ids. */
  groups: readonly string[];
  /** A pairing is open. */
  pairing: boolean;
};

/** `admit`: passed on. `pair`: it may be the expected pairing code. `drop`: never answered. */
export type GateVerdict = "admit" | "pair" | "drop";

/** Eight signs as `newPairingCode` makes them; blanks and case do not matter. */
const codeForm = /^[2-9A-HJ-NP-Z]{8}$/;

/** The code that a message is, as it is compared; undefined for other words. */
export function pairingCodeIn(text: string): string | undefined {
  if (text.length > 40) return undefined;
  const signs = text.replaceAll(/[\s-]/g, "").toUpperCase();
  return codeForm.test(signs) ? signs : undefined;
}

/**
 * Runs before everything else: commands, pairing, typing, logs of content. An empty id is never admitted, whatever the list
 * contains; in a group, the group, the sender and a mention are required; messages of programs and edits are dropped.
 */
export function judge(message: Incoming, { admitted, groups, pairing }: GateRules): GateVerdict {
  const { sender, from, automatic, edited, mentioned, press, text } = message;
  if (automatic || edited || sender.trim() === "" || from.chat.trim() === "") return "drop";
  const known = admitted.includes(sender);
  if (from.kind === "group")
    return known && groups.includes(from.chat) && mentioned && !press ? "admit" : "drop";
  if (known) return "admit";
  return pairing && !press && pairingCodeIn(text) !== undefined ? "pair" : "drop";
}
