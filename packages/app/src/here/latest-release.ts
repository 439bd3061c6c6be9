import { readJson, tryServer } from "@kestrel/runtime";
import { dataPaths } from "@kestrel/store";
import { version } from "../machine/version.ts";
import { readSettings } from "../settings/read-settings.ts";

/**
 * What a registry says of the published program beside this one. `unknown`: it answered, and has no such package. `latest` is left
 * out where it is not known.
 */
export type LatestRelease = {
  state: "same" | "newer" | "older" | "offline" | "unknown";
  version: string;
  registry: string;
  latest?: string;
};

/** Milliseconds. */
const patienceMs = 10_000;

/** Asks the registry of `update.registry` for the newest version. The request holds the package's name and nothing else. */
export async function latestRelease(): Promise<LatestRelease> {
  const { values } = await readSettings({}, dataPaths(process.env));
  const registry = values["update.registry"].replace(/\/+$/, "");
  const about = { version, registry };
  const answer = await tryServer(`${registry}/kestrel/latest`, { patienceMs });
  if (typeof answer === "string") return { state: "offline", ...about };
  const { version: latest, bin } = (readJson(answer) ?? {}) as {
    version?: unknown;
    bin?: { kestrel?: unknown };
  };
  // A registry may have another program of this name.
  if (bin?.kestrel !== "dist/kestrel.cjs" || typeof latest !== "string" || !/^\d+\.\d+\.\d+$/.test(latest))
    return { state: "unknown", ...about };
  const order = latest.localeCompare(version, "en", { numeric: true });
  return { state: order > 0 ? "newer" : order < 0 ? "older" : "same", ...about, latest };
}
