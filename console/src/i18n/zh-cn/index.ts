import { chinese } from "@kestrel/i18n/zh-cn";
import type { Catalogue } from "../catalogue.ts";
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

/** The simplified Chinese catalogue. */
export const zhCn = {
  ...chinese,
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
} satisfies Catalogue;
