import { visibleName } from "@kestrel/protocol";
import { shelfTable } from "../loadout/loadout-lines.ts";
import type { Desk } from "./do-slash-command.ts";

/** `/loadout` names the one of this session, or of the next, and all there are. */
export async function showLoadouts({ connection, dialogue, surface, say }: Desk): Promise<void> {
  const { loadouts, folder } = await connection.client.call("listLoadouts");
  const { state } = dialogue;
  const inForce = loadouts.find((one) => one.inForce);
  const first = state?.loadout
    ? [say("loadout.ofSession", { name: visibleName(state.loadout.name), digest: state.loadout.digest })]
    : state
      ? [say("loadout.ofNone")]
      : inForce
        ? [say("loadout.ofNext", { name: visibleName(inForce.name) })]
        : [];
  surface.print([...first, ...shelfTable(loadouts, folder, say), say("loadout.how")].join("\n"));
}
