import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Whether Kestrel can fetch an engine here, and if not, the one command with which the user gets one. */
export type EngineFetchAbility =
  | { able: true; from: "debian-packages"; build: "cpu"; approximateBytes: number }
  | { able: false; command: string };

export interface MachineFacts {
  platform: NodeJS.Platform;
  architecture: string;
  /** Which of the programs that matter are on the search path. */
  programs: ReadonlySet<string>;
}

const asked = ["apt-get", "dpkg-deb", "brew", "nix", "pacman", "dnf", "winget"] as const;

export async function canFetchEngine(): Promise<EngineFetchAbility> {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const suffix = process.platform === "win32" ? ".exe" : "";
  const programs = new Set<string>();
  for (const program of asked) {
    for (const folder of folders) {
      const found = await access(join(folder, program + suffix), constants.X_OK).then(
        () => true,
        () => false,
      );
      if (found) programs.add(program);
    }
  }
  return engineFetchAbility({ platform: process.platform, architecture: process.arch, programs });
}

/** The decision alone, for any machine. */
export function engineFetchAbility(machine: MachineFacts): EngineFetchAbility {
  const has = (program: string) => machine.programs.has(program);
  const knownProcessor = machine.architecture === "x64" || machine.architecture === "arm64";
  if (machine.platform === "linux" && knownProcessor && has("apt-get") && has("dpkg-deb")) {
    // Measured: the package index 10 MB, the packages 14 MB.
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
