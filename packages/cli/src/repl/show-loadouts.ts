import type { LoadoutStamp } from "@kestrel/protocol/api";
import { visibleName } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";
import { shelfTable } from "../loadout/loadout-lines.ts";
import type { SlashContext } from "./slash-context.ts";

/** The loadout that a session began with. */
export function loadoutOfSession({ name, digest }: LoadoutStamp, say: Say): string {
  return say("loadout.ofSession", { name: visibleName(name), digest });
}

/** `/loadout` shows the loadout of this session or the next, and lists all. */
export async function showLoadouts({ connection, dialogue, surface, say }: SlashContext): Promise<void> {
  const { loadouts, folder } = await connection.client.call("listLoadouts");
  const { state } = dialogue;
  const inForce = loadouts.find((one) => one.inForce);
  const first = state?.loadout
    ? [loadoutOfSession(state.loadout, say)]
    : state
      ? [say("loadout.ofNone")]
      : inForce
        ? [say("loadout.ofNext", { name: visibleName(inForce.name) })]
        : [];
  const lines = [...first, ...shelfTable(loadouts, folder, say), say("loadout.how")];
  surface.tell(lines.join("\n"));
}
