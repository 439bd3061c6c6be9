import { realpathSync, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { isInside, KestrelError } from "@kestrel/core";
import { absent } from "@kestrel/diagnostics";
import { isSecret } from "./protected-paths.ts";

/** The user's home and Kestrel's own folders, neither of which can be an extra root. `place`: where the setting is, for the error. */
type Ground = { home: string; closed: readonly string[]; place?: Readonly<Record<string, string>> };

/** System folders, which hold no user files. */
const ofTheSystem = ["/proc", "/sys", "/dev", "/run", "/boot"];

/**
 * The folders that the user opened beside every workspace, as real paths; `~/` is home. They are read and written like the workspace,
 * so folders that are too broad, Kestrel's own or known to hold secrets are refused. Rejects with `config_invalid` {key, expected,
 * got}. Synchronous: startup waits for it.
 */
export function extraRoots(asked: readonly string[], { home, closed, place }: Ground): string[] {
  const homes = real(home) ?? home;
  const own = closed.map((folder) => real(folder) ?? folder);
  return [
    ...new Set(
      asked.map((written) => {
        const path = real(/^~(?:\/|$)/.test(written) ? join(homes, written.slice(1)) : written);
        const wrong = path === undefined ? "root_missing" : wrongWith(path, homes, own);
        if (path !== undefined && wrong === undefined) return path;
        const params = { ...place, key: "permission.roots", expected: wrong ?? "root_missing", got: written };
        throw new KestrelError("config_invalid", `permission.roots: ${params.expected}: ${written}`, params);
      }),
    ),
  ];
}

/** The roots that still exist: the others cannot be mounted. */
export async function presentRoots(roots: readonly string[] = []): Promise<string[]> {
  const present = await Promise.all(roots.map((root) => stat(root).catch(absent)));
  return roots.filter((_, at) => present[at]?.isDirectory());
}

function real(path: string): string | undefined {
  try {
    if (!isAbsolute(path)) return undefined;
    const found = realpathSync(path);
    return statSync(found).isDirectory() ? found : undefined;
  } catch (error) {
    absent(error);
    return undefined;
  }
}

function wrongWith(path: string, home: string, own: readonly string[]): string | undefined {
  if (isInside({ path: home, folder: path }) || ofTheSystem.some((folder) => isInside({ path, folder })))
    return "root_too_wide";
  if (own.some((folder) => isInside({ path: folder, folder: path }) || isInside({ path, folder })))
    return "root_own";
  return isSecret({ real: path, asked: path }) ? "root_secret" : undefined;
}
