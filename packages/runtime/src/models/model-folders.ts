import { join } from "node:path";
import type { ModelOnDisk } from "@kestrel/protocol/api";

export type ModelFolder = { path: string; place: ModelOnDisk["place"] };

export type ModelPlaces = {
  /** Kestrel's own downloads. */
  downloads: string;
  /** Folders the user named. */
  configured: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  homeDir: string;
  platform: NodeJS.Platform;
};

/** Default model folders, the user's own first. They need not exist. */
export function modelFolders({
  downloads,
  configured,
  environment,
  homeDir,
  platform,
}: ModelPlaces): ModelFolder[] {
  const home = (...parts: string[]) => join(homeDir, ...parts);
  const caches =
    platform === "darwin"
      ? home("Library", "Caches")
      : platform === "win32"
        ? (environment.LOCALAPPDATA ?? home("AppData", "Local"))
        : (environment.XDG_CACHE_HOME ?? home(".cache"));
  const huggingFace =
    environment.HF_HOME ?? join(environment.XDG_CACHE_HOME ?? home(".cache"), "huggingface");
  const folders: ModelFolder[] = [
    { path: downloads, place: "downloaded" },
    ...configured.map((path) => ({ path, place: "configured" as const })),
    { path: home(".lmstudio", "models"), place: "lm-studio" },
    { path: home(".cache", "lm-studio", "models"), place: "lm-studio" },
    { path: environment.HF_HUB_CACHE ?? join(huggingFace, "hub"), place: "hugging-face" },
    { path: environment.LLAMA_CACHE ?? join(caches, "llama.cpp"), place: "llama-cpp" },
  ];
  return folders.filter(({ path }, index) => folders.findIndex((other) => other.path === path) === index);
}
