const rooms =
  "app|backends|cli|core|daemon|edit-match|i18n|mcp|protocol|runtime|server|session-state|store|text|tools|web";
const place = new RegExp(`(?<![\\w/@.-])((?:${rooms}|console)/[\\w/.-]*\\w)`, "g");

/** The places that `docs/architecture.md` names, each with the paths where it may be: a file, a folder, or a package's own path. */
export function placesNamedIn(text: string): { named: string; paths: string[] }[] {
  return [...new Set([...text.matchAll(place)].map(([, named = ""]) => named))].map((named) => {
    const [room = "", ...rest] = named.split("/");
    const home = room === "console" ? "console/src" : `packages/${room}/src`;
    const path = `${home}/${rest.join("/")}`;
    return { named, paths: [path, `${path}.ts`, `${path}.tsx`, `packages/${named}`, named] };
  });
}
