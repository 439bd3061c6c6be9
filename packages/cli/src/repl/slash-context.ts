import type { Connection } from "../daemon/join-or-start.ts";
import type { Say } from "../i18n/say.ts";
import type { Paint } from "../terminal/style.ts";
import type { Dialogue } from "./dialogue.ts";
import type { Surface } from "./surface.ts";
import type { TrustTalk } from "./trust-talk.ts";

/** Dependencies of a slash command. */
export type SlashContext = {
  connection: Connection;
  dialogue: Dialogue;
  surface: Surface;
  say: Say;
  paint: Paint;
  folder: string;
  trust: TrustTalk;
  leave(): void;
};
