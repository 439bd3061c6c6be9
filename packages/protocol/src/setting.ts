import { z } from "zod";
import { getRoute, postRoute } from "./route.ts";

/** One effective setting and where its value came from. Secrets are shown as `(set)`. */
export const Setting = z.object({
  key: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
  origin: z.enum(["flag", "environment", "user", "loadout", "default"]),
  /** The file or variable that set it. */
  where: z.string().optional(),
});
export type Setting = z.infer<typeof Setting>;

/** A setting with the facts needed to change it. */
const ListedSetting = Setting.extend({
  /** The valid values, as in errors: `expected`, and the parameters of its message. */
  kind: z.looseObject({ expected: z.string() }),
  /** The default. */
  fallback: Setting.shape.value,
  /** When a change takes effect: at once, in the next session, or after a restart. */
  takes: z.enum(["now", "session", "restart"]),
  /** Only the user changes it, in the file or a terminal. */
  guarded: z.boolean(),
  /** The value after a restart, if different. */
  next: Setting.shape.value.optional(),
});

const answer = z.object({
  settings: z.array(ListedSetting),
  /** The user's own file. */
  file: z.string(),
});

export const settingRoutes = {
  settings: getRoute("/api/v1/settings", answer),
  /** Writes one setting into the user's file; without a value it is removed. Refused with `setting_by_hand` for a guarded one. */
  changeSetting: postRoute(
    "/api/v1/settings",
    z.strictObject({ key: z.string().max(100), value: Setting.shape.value }),
    answer,
  ),
} as const;
