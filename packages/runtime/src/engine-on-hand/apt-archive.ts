/** A Debian archive configured in this machine's apt. */
export interface AptArchive {
  uri: string;
  /** The file and line that configures it, as apt prints it: `/etc/apt/sources.list.d/debian.sources:1`. */
  entry: string;
}

/** apt query: one line per package index, even if none was downloaded. */
export const archiveQuery = [
  "indextargets",
  "-o",
  "APT::Get::IndexTargets::Filtered=false",
  "--no-release-info",
  "--format",
  "$(REPO_URI)\t$(RELEASE)\t$(SOURCESENTRY)",
  "Created-By: Packages",
];

/** The main archives in the output of `archiveQuery`: without security, updates and flat suites. */
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
 * The keyring in a sources file, in the one-line form (`[signed-by=…]`) or the stanza form (`Signed-By: …`). `undefined` means apt's own
 * trusted keys, also for a key embedded in the file.
 */
export function keyringOf(sourcesFile: string): string | undefined {
  return /^[^#\n]*signed-by\s*[:=]\s*(\/[^\s\],]+)/im.exec(sourcesFile)?.[1];
}

/** Sum of the sizes in the output of `apt-get --print-uris`: `'uri' file size checksum`. */
export function downloadBytes(uris: string): number {
  const sizes = uris.matchAll(/^'[^']+' \S+ (\d+)/gm);
  return [...sizes].reduce((sum, [, size]) => sum + Number(size), 0);
}
