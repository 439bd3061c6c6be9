import { endings } from "./endings.ts";
import { errors } from "./errors.ts";
import { expectations } from "./expectations.ts";
import { hints } from "./hints.ts";
import { reasons } from "./reasons.ts";

/** The sentences that every client says, in English. */
export const english = { ...errors, ...hints, ...reasons, ...expectations, ...endings } as const;
