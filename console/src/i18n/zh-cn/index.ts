import type { Catalogue } from "../catalogue.ts";
import { chat } from "./chat.ts";
import { engine } from "./engine.ts";
import { errors } from "./errors.ts";
import { frame } from "./frame.ts";
import { hints } from "./hints.ts";
import { tools } from "./tools.ts";

/** The simplified Chinese catalogue. */
export const zhCn = { ...frame, ...engine, ...chat, ...tools, ...errors, ...hints } satisfies Catalogue;
