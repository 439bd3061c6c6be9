import type { SlashPlaces } from "../features/chat/slash/do-slash-command.ts";
import { go } from "./use-route.ts";

/** The pages that commands of the message field lead to. */
export const slashPlaces: SlashPlaces = {
  newSession: () => go({ page: "new" }),
  model: () => go({ page: "engine" }),
  loadouts: () => go({ page: "loadouts" }),
  settings: () => go({ page: "settings" }),
  session: (id) => go({ page: "session", id }),
};
