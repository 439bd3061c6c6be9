import { homedir } from "node:os";
import { KestrelError } from "@kestrel/core";
import { askVersion, type EngineBuild, fetchedBuild } from "../engine-program/ask-version.ts";
import { type EngineOrigin, engineCandidates } from "./engine-candidates.ts";
import { fetchedEnginePath } from "./engine-folder.ts";

/** A llama-server that reported its version. */
export interface FoundEngine {
  path: string;
  origin: EngineOrigin;
  version: string;
  /** A build of the user's own is preferred to the fetched one. */
  build: EngineBuild;
}

export interface FindEngineOptions {
  /** The parent of Kestrel's own engine folder, which is skipped without it. */
  dataDir?: string | undefined;
  configuredPath?: string | undefined;
  environment?: Readonly<Record<string, string | undefined>>;
  homeDir?: string;
  workingFolder?: string;
}

/**
 * Finds a llama-server that runs. A path from the configuration or `$KESTREL_LLAMA_SERVER` is the only candidate: if it does not run, that
 * is `engine_not_found`, never another engine.
 */
export async function findEngine(options: FindEngineOptions = {}): Promise<FoundEngine | undefined> {
  const candidates = engineCandidates({
    configuredPath: options.configuredPath,
    fetchedPath: options.dataDir === undefined ? undefined : await fetchedEnginePath(options.dataDir),
    environment: options.environment ?? process.env,
    homeDir: options.homeDir ?? homedir(),
    platform: process.platform,
    workingFolder: options.workingFolder ?? process.cwd(),
  });
  for (const { path, origin } of candidates) {
    const answer = await askVersion(path);
    if (answer) {
      const build = origin === "kestrel-folder" ? await fetchedBuild(path) : answer.build;
      return { path, origin, version: answer.version, build };
    }
    if (origin === "configured" || origin === "environment") {
      throw new KestrelError("engine_not_found", `${path} does not run as a llama-server`, { path });
    }
  }
  return undefined;
}
