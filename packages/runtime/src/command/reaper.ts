import { existsSync } from "node:fs";

/** `prctl` by its number, where Node runs on Linux. */
const prctlNumber: Readonly<Record<string, number>> = { arm64: 167, riscv64: 167, x64: 157 };
const perlPath = "/usr/bin/perl";
const setPdeathsig = 1;
const setChildSubreaper = 36;
const sigcont = 18;

/**
 * Words before a command line that make what it starts the reaper of all its descendants, wherever they moved themselves, and
 * wake it when this process dies although somebody stopped it. Node has no way to ask the kernel for that; perl has. Empty where there is none.
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
