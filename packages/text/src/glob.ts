/** Whether `text` matches `pattern`: `*` matches anything but `stop`, `**` anything, other characters themselves. Never slow. */
export function matchesGlob(pattern: string, text: string, stop = ""): boolean {
  const parts = partsOf(pattern);
  // Where each prefix of the pattern may end in the text; one pass over the text for each part.
  let ends = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    if (part === "*" || part === "**") {
      let open = false;
      for (let at = 0; at <= text.length; at++) {
        open ||= ends.has(at);
        if (open) next.add(at);
        if (part === "*" && stop !== "" && text.startsWith(stop, at)) open = false;
      }
    } else for (const at of ends) if (text.startsWith(part, at)) next.add(at + part.length);
    if (next.size === 0) return false;
    ends = next;
  }
  return ends.has(text.length);
}

/** The stars of a pattern, and the text between them. */
function partsOf(pattern: string): string[] {
  return pattern.split(/(\*+)/).flatMap((part) => {
    if (part === "") return [];
    return /^\*{3,}$/.test(part) ? ["**"] : [part];
  });
}

/** A path relative to a folder, normalised: no `.`, no resolvable `..`, `/` between its parts. */
export function plainPath(folder: string, path: string): string {
  const slashed = path.replaceAll("\\", "/");
  const root = folder.replaceAll("\\", "/").replace(/\/+$/, "");
  const inside =
    slashed === root ? "" : slashed.startsWith(`${root}/`) ? slashed.slice(root.length + 1) : slashed;
  const parts: string[] = [];
  for (const part of inside.split("/")) {
    if (part === "." || (part === "" && parts.length > 0)) continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== ".." && parts.at(-1) !== "") parts.pop();
    else parts.push(part);
  }
  return parts.join("/") || ".";
}

/** Whether a path matches a glob. `src/**` matches `src` too; a glob without a slash matches a name at any depth. */
export function matchesPath(pattern: string, path: string): boolean {
  const glob = pattern.replace(/^\.\//, "").replace(/\/$/, "/**");
  if (!glob.includes("/")) {
    if (glob === "**" || glob === "*") return true;
    return path.split("/").some((part) => matchesGlob(glob, part));
  }
  if (glob.endsWith("/**") && matchesGlob(glob.slice(0, -3), path, "/")) return true;
  if (glob.startsWith("**/") && matchesGlob(glob.slice(3), path, "/")) return true;
  return matchesGlob(glob, path, "/");
}

/** Whether a URL or a host matches a pattern; `*.example.org` does not match `example.org`. */
export function matchesHost(pattern: string, address: string): boolean {
  const bare = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "").split(/[/?#]/)[0] ?? "";
  const host = bare.slice(bare.lastIndexOf("@") + 1).toLowerCase();
  const withoutPort = host.replace(/:\d+$/, "");
  const wanted = pattern.toLowerCase();
  return matchesGlob(wanted, host) || matchesGlob(wanted, withoutPort);
}
