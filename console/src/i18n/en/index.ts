import { chat } from "./chat.ts";
import { engine } from "./engine.ts";
import { errors } from "./errors.ts";
import { frame } from "./frame.ts";
import { hints } from "./hints.ts";
import { tools } from "./tools.ts";

/** The English catalogue; its keys are the keys of every language. */
export const en = { ...frame, ...engine, ...chat, ...tools, ...errors, ...hints };
