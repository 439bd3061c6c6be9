import { readJson, tryServer } from "@kestrel/runtime";
import { dataPaths, settingRow } from "@kestrel/store";
import { version } from "../machine/version.ts";
import { readSettings } from "../settings/read-settings.ts";

/**
 * The registry's answer about the published package. `unknown`: no such package. `offline`: no answer, or an error (`status`).
 * `install`: the command for a newer version. Unknown facts are left out.
 */
export type LatestRelease = {
  state: "same" | "newer" | "older" | "offline" | "unknown";
  version: string;
  registry: string;
  latest?: string;
  install?: string;
  status?: number;
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
  if (answer.status !== 200 && answer.status !== 404)
    return { state: "offline", ...about, status: answer.status };
  const { version: latest, bin } = (readJson(answer) ?? {}) as {
    version?: unknown;
    bin?: { kestrel?: unknown };
  };
  // A registry may have another program of this name.
  if (bin?.kestrel !== "dist/kestrel.cjs" || typeof latest !== "string" || !/^\d+\.\d+\.\d+$/.test(latest))
    return { state: "unknown", ...about };
  const order = latest.localeCompare(version, "en", { numeric: true });
  if (order <= 0) return { state: order < 0 ? "older" : "same", ...about, latest };
  const usual = registry === settingRow("update.registry").fallback;
  const install = `npm install -g kestrel@${latest}${usual ? "" : ` --registry ${registry}`}`;
  return { state: "newer", ...about, latest, install };
}
