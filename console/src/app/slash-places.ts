import type { SlashPlaces } from "../features/chat/slash/do-slash-command.ts";
import { partInFocus } from "../ui/part-in-focus.ts";
import { go } from "./use-route.ts";

/** The addresses that slash commands open. */
export const slashPlaces: SlashPlaces = {
  newSession: () => go({ page: "draft" }),
  model: () => {
    const menu = partInFocus().querySelector<HTMLElement>("[data-model-menu]");
    if (menu) menu.showPopover();
    else go({ page: "engine" });
  },
  loadouts: () => go({ page: "loadouts" }),
  memory: () => go({ page: "memory" }),
  loops: () => go({ page: "loops" }),
  settings: () => go({ page: "settings" }),
  session: (id) => go({ page: "session", id }),
};
