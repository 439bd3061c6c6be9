const key = "kestrel.command";
let known: string | undefined;

/** The program's command in a terminal of this machine, from the page or the daemon: `kestrel`, or in a clone what runs it there. */
export function programCommand(): string {
  known ??= inPage() ?? kept() ?? "kestrel";
  return known;
}

/** Stores the daemon's value for when it is not reachable. */
export function keepProgramCommand(command: string): void {
  known = command;
  try {
    localStorage.setItem(key, command);
  } catch {
    // expected: storage is disabled; kept while the page is open.
  }
}

/** The command in the page's HTML: before login the only source. */
function inPage(): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>('meta[name="kestrel-command"]')?.content;
}

function kept(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    // expected: storage is disabled
    return undefined;
  }
}

/** The command that restarts the daemon at this page's port; another port is another origin, with another login. */
export function serveAgain(): string {
  return `serve --port ${window.location.port}`;
}
