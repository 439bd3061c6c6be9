import type { Config } from "./load-config.ts";
import type { Loadout } from "./load-loadout.ts";
import type { ConfigNotice } from "./unknown-settings.ts";

/** What a loadout says and Kestrel does not do: the mode its author suggests, and the parts that are read but not used yet. */
export function loadoutNotices(
  { loadout, values }: Pick<Config, "loadout" | "values">,
  tools: readonly string[],
): ConfigNotice[] {
  if (!loadout) return [];
  const { file, permission } = loadout;
  const inForce = values["permission.mode"];
  const suggested: ConfigNotice[] =
    permission?.mode === undefined || permission.mode === inForce
      ? []
      : [{ code: "permission_suggested", params: { file, mode: permission.mode, inForce } }];
  const unused = unusedParts(loadout, tools).map(
    (part): ConfigNotice => ({ code: "loadout_unused", params: { file, part } }),
  );
  return [...suggested, ...unused];
}

/** The core tools are always there: naming exactly these asks for nothing. */
function unusedParts({ tools = {}, crew = {}, adapter }: Loadout, known: readonly string[]): string[] {
  const { core = known, catalogued = [], foreign = [] } = tools;
  const asIs = core.length === known.length && core.every((name) => known.includes(name));
  return [
    ...(asIs ? [] : ["tools.core"]),
    ...(catalogued.length > 0 ? ["tools.catalogued"] : []),
    ...(foreign.length > 0 ? ["tools.foreign"] : []),
    ...Object.entries(crew).flatMap(([role, model]) => (model === undefined ? [] : [`crew.${role}`])),
    ...(adapter === undefined ? [] : ["adapter"]),
  ];
}
