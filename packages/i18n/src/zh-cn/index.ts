import type { english } from "../en/index.ts";
import { endings } from "./endings.ts";
import { errors } from "./errors.ts";
import { expectations } from "./expectations.ts";
import { hints } from "./hints.ts";
import { reasons } from "./reasons.ts";

/** The same in simplified Chinese. */
export const chinese = { ...errors, ...hints, ...reasons, ...expectations, ...endings } satisfies Record<
  keyof typeof english,
  string
>;
