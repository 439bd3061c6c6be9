let shipped: Promise<string> | undefined;

/** The bundled ripgrep; on a platform without one, `rg` from the PATH. */
export function findRipgrep(): Promise<string> {
  shipped ??= import("@vscode/ripgrep").then(
    ({ rgPath }) => rgPath,
    () => "rg", // expected: there is no package for this machine
  );
  return shipped;
}
