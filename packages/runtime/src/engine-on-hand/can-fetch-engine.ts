import { access, constants, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { absent } from "@kestrel/diagnostics";
import { graphicsHere } from "../models/graphics-here.ts";

/** Whether Kestrel can fetch an engine here, and if not, the command that installs one. */
export type EngineFetchAbility =
  | {
      able: true;
      from: "debian-packages";
      approximateBytes: number;
      /** The bytes that the Vulkan backend adds, for a graphics processor. */
      vulkanBytes: number;
      /** The graphics processor of this machine, if one is known: then the Vulkan backend is suggested. */
      graphics?: string;
    }
  | { able: false; command: string };

export interface MachineFacts {
  platform: NodeJS.Platform;
  architecture: string;
  /** `ID` and `ID_LIKE` of `/etc/os-release`. */
  family: readonly string[];
  /** The relevant programs on the search path. */
  programs: ReadonlySet<string>;
  graphics?: string;
}

const asked = ["apt-get", "dpkg-deb", "brew", "nix"] as const;

export async function canFetchEngine(): Promise<EngineFetchAbility> {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const suffix = process.platform === "win32" ? ".exe" : "";
  const programs = new Set<string>();
  for (const program of asked) {
    for (const folder of folders) {
      const found = await access(join(folder, program + suffix), constants.X_OK).then(
        () => true,
        () => false, // expected: it is not in this folder
      );
      if (found) programs.add(program);
    }
  }
  const family = systemFamily((await readFile("/etc/os-release", "utf8").catch(absent)) ?? "");
  const graphics = (await graphicsHere())?.name;
  return engineFetchAbility({
    ...{ platform: process.platform, architecture: process.arch, family, programs },
    ...(graphics !== undefined && { graphics }),
  });
}

/** The words of `ID` and `ID_LIKE`. */
export function systemFamily(osRelease: string): string[] {
  const values = osRelease.matchAll(/^(?:ID|ID_LIKE)=["']?([^"'\n]*)/gm);
  return [...values].flatMap(([, words = ""]) => words.split(" "));
}

/** The decision alone, testable for any machine. */
export function engineFetchAbility(machine: MachineFacts): EngineFetchAbility {
  const has = (program: string) => machine.programs.has(program);
  const knownProcessor = machine.architecture === "x64" || machine.architecture === "arm64";
  // Ubuntu and its derivatives have separate archives without Debian's suites.
  const debian = machine.family.includes("debian") && !machine.family.includes("ubuntu");
  if (machine.platform === "linux" && debian && knownProcessor && has("apt-get") && has("dpkg-deb")) {
    // Measured: package index 10 MB, packages 14 MB; the Vulkan backend with its loader 4.5 MB.
    const bytes = { approximateBytes: 24_000_000, vulkanBytes: 4_500_000 };
    const { graphics } = machine;
    return { able: true, from: "debian-packages", ...bytes, ...(graphics !== undefined && { graphics }) };
  }
  return { able: false, command: commandFor(machine.platform, has) };
}

function commandFor(platform: NodeJS.Platform, has: (program: string) => boolean): string {
  if (platform === "win32") return "winget install llama.cpp";
  if (has("brew") || platform === "darwin") return "brew install llama.cpp";
  if (has("nix")) return "nix profile install nixpkgs#llama-cpp";
  return "git clone https://github.com/ggml-org/llama.cpp ~/llama.cpp && cmake -S ~/llama.cpp -B ~/llama.cpp/build && cmake --build ~/llama.cpp/build -j --target llama-server";
}
