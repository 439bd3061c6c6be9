import { builtIn } from "./built-in.ts";
import { ahead, cache, compactions } from "./cache.ts";
import { channels } from "./channels.ts";
import { crew, crewWork, delegation } from "./crew.ts";
import { downloads, engineState, outages } from "./engine.ts";
import { errors, hints, ignored, rejections } from "./errors.ts";
import { history, slash } from "./history.ts";
import { loops } from "./loops.ts";
import { memory } from "./memory.ts";
import { hooks, permission, reasons, review, sandbox } from "./permission.ts";
import { loadout, mcp, tiers, web } from "./reach.ts";
import { settings, storage, tokens } from "./settings.ts";
import { causes, endings, expectations, reports } from "./turns.ts";

/** The English sentences that all clients share. */
export const english = {
  ...errors,
  ...hints,
  ...reasons,
  ...rejections,
  ...review,
  ...reports,
  ...expectations,
  ...endings,
  ...causes,
  ...engineState,
  ...compactions,
  ...history,
  ...outages,
  ...downloads,
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
  ...builtIn,
  ...memory,
  ...settings,
  ...tokens,
  ...storage,
  ...loops,
  ...channels,
} as const;
