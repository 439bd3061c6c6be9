/** `path` with a leading `~` or `~/` replaced by the `home` folder, as a shell does; any other path unchanged. */
export function expandHome(path: string, home: string): string {
  return /^~(?:\/|$)/.test(path) ? home + path.slice(1) : path;
}
