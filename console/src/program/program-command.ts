const key = "kestrel.command";
let known: string | undefined;

/** How the program is called in a terminal of this machine: `kestrel`, or from a clone what runs it there. */
export function programCommand(): string {
  known ??= kept() ?? "kestrel";
  return known;
}

/** Keeps what the daemon said about it, for when it cannot be asked. */
export function keepProgramCommand(command: string): void {
  known = command;
  try {
    localStorage.setItem(key, command);
  } catch {
    // Storage is switched off: known as long as the page is open.
  }
}

function kept(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
