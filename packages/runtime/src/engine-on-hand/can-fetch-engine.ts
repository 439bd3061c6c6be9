import { access, constants, readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { absent } from "@kestrel/diagnostics";

/** Whether Kestrel can fetch an engine here, and if not, the command that installs one. */
export type EngineFetchAbility =
  | { able: true; from: "debian-packages"; build: "cpu"; approximateBytes: number }
  | { able: false; command: string };

export interface MachineFacts {
  platform: NodeJS.Platform;
  architecture: string;
  /** `ID` and `ID_LIKE` of `/etc/os-release`. */
  family: readonly string[];
  /** The relevant programs on the search path. */
  programs: ReadonlySet<string>;
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
  return engineFetchAbility({ platform: process.platform, architecture: process.arch, family, programs });
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
    // Measured: package index 10 MB, packages 14 MB.
    return { able: true, from: "debian-packages", build: "cpu", approximateBytes: 24_000_000 };
  }
  return { able: false, command: commandFor(machine.platform, has) };
}

function commandFor(platform: NodeJS.Platform, has: (program: string) => boolean): string {
  if (platform === "win32") return "winget install llama.cpp";
  if (has("brew") || platform === "darwin") return "brew install llama.cpp";
  if (has("nix")) return "nix profile install nixpkgs#llama-cpp";
  return "git clone https://github.com/ggml-org/llama.cpp ~/llama.cpp && cmake -S ~/llama.cpp -B ~/llama.cpp/build && cmake --build ~/llama.cpp/build -j --target llama-server";
}
