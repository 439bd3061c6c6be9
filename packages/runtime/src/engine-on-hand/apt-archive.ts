/** A Debian archive as this machine's apt knows it. */
export interface AptArchive {
  uri: string;
  /** The file and stanza that names it, as apt prints it: `/etc/apt/sources.list.d/debian.sources:1`. */
  entry: string;
}

/** What to ask apt for: one line per package index, also where no index was ever downloaded. */
export const archiveQuery = [
  "indextargets",
  "-o",
  "APT::Get::IndexTargets::Filtered=false",
  "--no-release-info",
  "--format",
  "$(REPO_URI)\t$(RELEASE)\t$(SOURCESENTRY)",
  "Created-By: Packages",
];

/** The main archives among the answers to `archiveQuery`: those that are no security, updates or flat suites. */
export function mainArchives(answer: string): AptArchive[] {
  const archives: AptArchive[] = [];
  for (const line of answer.split("\n")) {
    const [uri = "", release = "", entry = ""] = line.split("\t");
    const main = !/[-/]/.test(release) && !uri.startsWith("cdrom:");
    if (uri && main && !archives.some((known) => known.uri === uri)) archives.push({ uri, entry });
  }
  return archives;
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
