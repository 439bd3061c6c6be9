import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import type { SandboxMaker } from "./sandbox-maker.ts";
import { seatbeltProfile } from "./seatbelt-profile.ts";

const nothing = { network: false, writable: [], sealed: [], hidden: [] };
const probeMs = 5_000;

/** Runs commands in macOS's own sandbox. Not covered by Kestrel's tests. */
export function seatbelt(program: string): SandboxMaker {
  return {
    by: "seatbelt",
    enter: async (command) => {
      const profile = seatbeltProfile(command.confinement ?? nothing, tmpdir());
      const words = ["-p", profile, command.file, ...command.args];
      return { command: { ...command, file: program, args: words }, leave: async (end) => end };
    },
    probe: () =>
      new Promise((resolve) => {
        const words = ["-p", seatbeltProfile(nothing, tmpdir()), "/usr/bin/true"];
        execFile(program, words, { timeout: probeMs }, (error, _, said) => {
          resolve(error === null ? undefined : said || String(error));
        });
      }),
  };
}
