import type { EngineStatus, LoadoutModel, ModelToLoad } from "@kestrel/protocol/api";

/**
 * How a loadout's model relates to the current one: whether it is the same, and how it could be loaded from here. A server that needs a
 * key, and a host without an address, can only be reached by a start. Undefined when the loadout names no location.
 */
export function wantedModel(
  { path, url, host, name, window, api_key_env: key }: LoadoutModel,
  engine: Pick<EngineStatus, "state" | "command" | "address" | "label" | "model">,
): { isInUse: boolean; load?: ModelToLoad } | undefined {
  const works = engine.state !== "failed";
  const size = typeof window === "number" ? { window } : {};
  if (typeof path === "string")
    return { isInUse: works && engine.command?.includes(path) === true, load: { path, ...size } };
  const place = url ?? host;
  if (typeof place !== "string") return undefined;
  const isNamed = name === undefined || [engine.label, engine.model?.label].includes(String(name));
  const isInUse = works && isNamed && rootOf(place) === rootOf(engine.address ?? "");
  if (typeof url !== "string" || key !== undefined) return { isInUse };
  return { isInUse, load: { url, ...(typeof name === "string" && { model: name }), ...size } };
}

const rootOf = (address: string) => address.replace(/\/+$/, "").replace(/\/v1$/, "");
