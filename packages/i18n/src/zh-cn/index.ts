import type { english } from "../en/index.ts";
import { ahead } from "./ahead.ts";
import { cache } from "./cache.ts";
import { compactions } from "./compactions.ts";
import { crew } from "./crew.ts";
import { crewWork } from "./crew-work.ts";
import { delegation } from "./delegation.ts";
import { endings } from "./endings.ts";
import { engineState } from "./engine-state.ts";
import { errors } from "./errors.ts";
import { expectations } from "./expectations.ts";
import { hints } from "./hints.ts";
import { history } from "./history.ts";
import { hooks } from "./hooks.ts";
import { ignored } from "./ignored.ts";
import { loadout } from "./loadout.ts";
import { mcp } from "./mcp.ts";
import { outages } from "./outages.ts";
import { permission } from "./permission.ts";
import { reasons } from "./reasons.ts";
import { rejections } from "./rejections.ts";
import { reports } from "./reports.ts";
import { review } from "./review.ts";
import { sandbox } from "./sandbox.ts";
import { slash } from "./slash.ts";
import { tiers } from "./tiers.ts";
import { web } from "./web.ts";

/** The same in simplified Chinese. */
export const chinese = {
  ...errors,
  ...hints,
  ...reasons,
  ...rejections,
  ...review,
  ...reports,
  ...expectations,
  ...endings,
  ...engineState,
  ...compactions,
  ...history,
  ...outages,
  ...permission,
  ...cache,
  ...sandbox,
  ...loadout,
  ...mcp,
  ...ignored,
  ...web,
  ...slash,
  ...tiers,
  ...crew,
  ...crewWork,
  ...delegation,
  ...hooks,
  ...ahead,
} satisfies Record<keyof typeof english, string>;
