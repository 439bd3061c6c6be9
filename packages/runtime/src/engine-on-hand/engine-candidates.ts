import { posix, win32 } from "node:path";
import { isInside } from "@kestrel/core";

/** Where an engine was found, in search order. */
export type EngineOrigin = "configured" | "environment" | "path" | "usual-place" | "kestrel-folder";

export interface EngineCandidate {
  path: string;
  origin: EngineOrigin;
}

export interface EnginePlaces {
  /** The path from the user's configuration, if any. */
  configuredPath?: string | undefined;
  /** The program in Kestrel's own engine folder, if fetched. */
  fetchedPath?: string | undefined;
  environment: Readonly<Record<string, string | undefined>>;
  homeDir: string;
  platform: NodeJS.Platform;
  /** The working folder. Programs in it are not trusted. */
  workingFolder: string;
}

/** All locations of a `llama-server`, best first: the user's own before the one that Kestrel fetched. */
export function engineCandidates(places: EnginePlaces): EngineCandidate[] {
  const { join, delimiter, isAbsolute, resolve } = places.platform === "win32" ? win32 : posix;
  const program = places.platform === "win32" ? "llama-server.exe" : "llama-server";
  const candidates: EngineCandidate[] = [];
  const add = (origin: EngineOrigin, path: string | undefined) => {
    if (path && !candidates.some((known) => known.path === path)) candidates.push({ path, origin });
  };

  add("configured", places.configuredPath);
  add("environment", places.environment.KESTREL_LLAMA_SERVER);
  const searchPath = places.environment.PATH ?? places.environment.Path ?? "";
  for (const folder of searchPath.split(delimiter)) {
    if (isAbsolute(folder) && !isWithin(resolve(folder), places)) add("path", join(folder, program));
  }
  for (const folder of usualFolders(places, join)) add("usual-place", join(folder, program));
  add("kestrel-folder", places.fetchedPath);
  return candidates;
}

/** Below the working folder, unless that is the home folder or a parent of it: the user's own programs are there. */
function isWithin(path: string, { workingFolder: folder, homeDir }: EnginePlaces): boolean {
  return isInside({ path, folder }) && !isInside({ path: homeDir, folder });
}

function usualFolders(places: EnginePlaces, join: (...parts: string[]) => string): string[] {
  const home = places.homeDir;
  if (places.platform === "win32") {
    return [
      join(home, "AppData", "Local", "Microsoft", "WinGet", "Links"),
      join(home, "scoop", "shims"),
      join(home, "llama.cpp", "build", "bin", "Release"),
      join(home, "llama.cpp"),
    ];
  }
  return [
    "/usr/local/bin",
    "/usr/bin",
    "/opt/homebrew/bin",
    "/home/linuxbrew/.linuxbrew/bin",
    join(home, ".local", "bin"),
    join(home, ".nix-profile", "bin"),
    join(home, "llama.cpp", "build", "bin"),
  ];
}
