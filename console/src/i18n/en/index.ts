import { english } from "@kestrel/i18n";
import { channelsPage } from "./channels.ts";
import { chat } from "./chat.ts";
import { crewPage } from "./crew-page.ts";
import { delegation } from "./delegation.ts";
import { engine } from "./engine.ts";
import { errors } from "./errors.ts";
import { frame } from "./frame.ts";
import { history } from "./history.ts";
import { hooks } from "./hooks.ts";
import { loopsPage } from "./loops.ts";
import { mcp } from "./mcp.ts";
import { memoryPage } from "./memory.ts";
import { reach } from "./reach.ts";
import { slash } from "./slash.ts";
import { tools } from "./tools.ts";
import { trust } from "./trust.ts";
import { web } from "./web.ts";

/** The English catalogue: the sentences shared by all clients, and the console's. Its keys are the keys of every language. */
export const en = {
  ...english,
  ...frame,
  ...engine,
  ...chat,
  ...crewPage,
  ...tools,
  ...errors,
  ...trust,
  ...history,
  ...slash,
  ...mcp,
  ...delegation,
  ...hooks,
  ...reach,
  ...web,
  ...memoryPage,
  ...loopsPage,
  ...channelsPage,
} as const;
