import { existsSync } from "node:fs";

/** The system call number of `prctl` on Linux. */
const prctlNumber: Readonly<Record<string, number>> = { arm64: 167, riscv64: 167, x64: 157 };
const perlPath = "/usr/bin/perl";
const setPdeathsig = 1;
const setChildSubreaper = 36;
const sigcont = 18;

/**
 * A command prefix that makes the started process the reaper of all its descendants, in any session or group. It also continues that
 * process, if stopped, when this one dies. Node cannot request either from the kernel, perl can. Empty without perl.
 */
export function reaperWords(): readonly string[] {
  const number = process.platform === "linux" ? prctlNumber[process.arch] : undefined;
  if (number === undefined || !existsSync(perlPath)) return [];
  const asks = [
    `syscall(${number},${setChildSubreaper},1,0,0,0)`,
    `syscall(${number},${setPdeathsig},${sigcont},0,0,0)`,
  ];
  return [perlPath, "-e", `${asks.join(";")};exec {$ARGV[0]} @ARGV`, "--"];
}
