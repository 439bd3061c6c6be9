import { describe, expect, it } from "vitest";
import { engineFetchAbility, systemFamily } from "../../src/engine-on-hand/can-fetch-engine.ts";

describe("whether an engine can be fetched", () => {
  const machine = (platform: NodeJS.Platform, architecture: string, ...programs: string[]) =>
    engineFetchAbility({ platform, architecture, family: ["debian"], programs: new Set(programs) });

  it("fetches Debian's build on both processors it is made for", () => {
    for (const architecture of ["x64", "arm64"]) {
      expect(machine("linux", architecture, "apt-get", "dpkg-deb")).toMatchObject({
        able: true,
        from: "debian-packages",
      });
    }
  });

  it("does not take Ubuntu for Debian: its archives lack the suites", () => {
    const facts = {
      platform: "linux",
      architecture: "x64",
      programs: new Set(["apt-get", "dpkg-deb"]),
    } as const;
    const ubuntu = 'NAME="Ubuntu"\nVERSION_ID="24.04"\nID=ubuntu\nID_LIKE=debian\n';
    const derived = 'ID=raspbian\nID_LIKE="debian"\n';
    expect(engineFetchAbility({ ...facts, family: systemFamily(ubuntu) })).toMatchObject({ able: false });
    expect(engineFetchAbility({ ...facts, family: systemFamily(derived) })).toMatchObject({ able: true });
  });

  it("gives one command everywhere else", () => {
    expect(machine("linux", "riscv64", "apt-get", "dpkg-deb", "nix")).toEqual({
      able: false,
      command: "nix profile install nixpkgs#llama-cpp",
    });
    expect(machine("darwin", "arm64")).toEqual({ able: false, command: "brew install llama.cpp" });
    expect(machine("win32", "x64", "winget")).toEqual({ able: false, command: "winget install llama.cpp" });
    expect(machine("linux", "x64")).toMatchObject({ able: false, command: expect.stringContaining("cmake") });
  });
});
