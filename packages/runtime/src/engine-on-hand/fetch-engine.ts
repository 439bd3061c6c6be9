import { KestrelError } from "@kestrel/core";
import { askVersion, fetchedBuild, hasVulkan } from "../engine-program/ask-version.ts";
import { canFetchEngine } from "./can-fetch-engine.ts";
import { fetchedEnginePath, finishBuild, openBuildFolder } from "./engine-folder.ts";
import { whileFetching } from "./fetch-lock.ts";
import type { FoundEngine } from "./find-engine.ts";
import type { EngineFetchProgress } from "./unpack-debian-engine.ts";
import { unpackDebianEngine } from "./unpack-debian-engine.ts";

export interface FetchEngineOptions {
  dataDir: string;
  /** With the backend for graphics processors. */
  vulkan?: boolean | undefined;
  onProgress?: (progress: EngineFetchProgress) => void;
}

/**
 * Installs llama-server into `<dataDir>/engine` and returns it; returns at once when a working one of that kind exists. Safe from
 * several processes; after a crash no partial build is used. Throws `engine_fetch_failed`, with the user's `command` when Kestrel has no
 * packages to fetch. Only called on the user's request: the daemon alone fetches nothing.
 */
export async function fetchEngine(options: FetchEngineOptions): Promise<FoundEngine> {
  const { dataDir, vulkan = false, onProgress = () => {} } = options;
  const ability = await canFetchEngine();
  if (!ability.able) {
    const { command } = ability;
    throw new KestrelError("engine_fetch_failed", `nothing to fetch here; a person can run: ${command}`, {
      command,
    });
  }
  return whileFetching(
    dataDir,
    () => onProgress({ step: "waiting" }),
    async () => {
      const present = await runningEngine(await fetchedEnginePath(dataDir));
      if (present && (!vulkan || (await hasVulkan(present.path)))) return present;
      const folder = await openBuildFolder(dataDir);
      await unpackDebianEngine(folder, vulkan, onProgress).catch((cause: unknown) => {
        const detail = cause instanceof Error ? cause.message : String(cause);
        throw new KestrelError("engine_fetch_failed", detail, { detail }, { cause });
      });
      const built = await runningEngine(`${folder}/bin/llama-server`);
      if (!built) throw new KestrelError("engine_fetch_failed", "the unpacked llama-server does not run");
      await finishBuild(dataDir, folder);
      onProgress({ step: "ready" });
      return built;
    },
  );
}

async function runningEngine(path: string | undefined): Promise<FoundEngine | undefined> {
  const answer = path === undefined ? undefined : await askVersion(path);
  if (path === undefined || !answer) return undefined;
  return { path, origin: "kestrel-folder", version: answer.version, build: await fetchedBuild(path) };
}
