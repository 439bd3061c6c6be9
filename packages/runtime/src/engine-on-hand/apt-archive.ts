/** A Debian archive as this machine's apt knows it. */
export interface AptArchive {
  uri: string;
  origin: string;
  /** The file and stanza that names it, as apt prints it: `/etc/apt/sources.list.d/debian.sources:1`. */
  entry: string;
}

/** What to ask apt for; one line per package index. */
export const archiveQuery = [
  "indextargets",
  "--format",
  "$(REPO_URI)\t$(RELEASE)\t$(ORIGIN)\t$(SOURCESENTRY)",
  "Created-By: Packages",
];

/** The main archive among the answers to `archiveQuery`: one that is neither a security nor an updates suite. */
export function mainArchive(answer: string): AptArchive | undefined {
  for (const line of answer.split("\n")) {
    const [uri = "", release = "", origin = "", entry = ""] = line.split("\t");
    const main = !release.includes("-") && !release.includes("/");
    if (uri && main && !uri.startsWith("cdrom:")) return { uri, origin, entry };
  }
  return undefined;
}

/**
 * The keyring that a sources file names, in the one-line form (`[signed-by=…]`) or the stanza form (`Signed-By: …`).
 * `undefined` means apt's own trusted keys; a key written into the file itself reads the same.
 */
export function keyringOf(sourcesFile: string): string | undefined {
  return /^[^#\n]*signed-by\s*[:=]\s*(\/[^\s\],]+)/im.exec(sourcesFile)?.[1];
}

/** Sum of the sizes that `apt-get --print-uris` states: `'uri' file size checksum`. */
export function downloadBytes(uris: string): number {
  const sizes = uris.matchAll(/^'[^']+' \S+ (\d+)/gm);
  return [...sizes].reduce((sum, [, size]) => sum + Number(size), 0);
}
