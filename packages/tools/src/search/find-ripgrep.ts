let shipped: Promise<string> | undefined;

/** The ripgrep that came with Kestrel; on a machine it has none for, `rg` from the PATH. */
export function findRipgrep(): Promise<string> {
  shipped ??= import("@vscode/ripgrep").then(
    ({ rgPath }) => rgPath,
    () => "rg", // expected: there is no package for this machine
  );
  return shipped;
}
