const key = "kestrel.command";

/** How the program is called in a terminal of this machine: `kestrel`, or from a clone what runs it there. */
export function programCommand(): string {
  try {
    return localStorage.getItem(key) ?? "kestrel";
  } catch {
    return "kestrel";
  }
}

/** Keeps what the daemon said about it, for when it cannot be asked. */
export function keepProgramCommand(command: string): void {
  try {
    localStorage.setItem(key, command);
  } catch {
    // Storage is switched off: the usual name is shown.
  }
}
