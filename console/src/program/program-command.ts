const key = "kestrel.command";
let known: string | undefined;

/** How the program is called in a terminal of this machine, as the page says or the daemon said: `kestrel`, or from a clone what runs it there. */
export function programCommand(): string {
  known ??= inPage() ?? kept() ?? "kestrel";
  return known;
}

/** Keeps what the daemon said about it, for when it cannot be asked. */
export function keepProgramCommand(command: string): void {
  known = command;
  try {
    localStorage.setItem(key, command);
  } catch {
    // expected: storage is switched off; known as long as the page is open.
  }
}

/** The command as the page states it: before login the page is the only source. */
function inPage(): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>('meta[name="kestrel-command"]')?.content;
}

function kept(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // expected: storage is switched off
    return undefined;
  }
}

/** Starts the daemon again where this page looks for it; another port is another address, and another login. */
export function serveAgain(): string {
  return `serve --port ${window.location.port}`;
}
