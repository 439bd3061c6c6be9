import type { Scene } from "./daemon.ts";

/** Turns the direction round, hides letters, speaks in tags, rings and draws over what stands there. */
const unseen = "\u202e\u200b\u00ad\u061c\u2069\u{e0041}\u3164\u001b[2J\u0007";

/** The fields whose words are somebody else's: a model's, a file's, a server's. */
const foreign = new Set(
  "title workspace text tool content path label server where got expected hint version name relay diff url command lines value delta".split(
    " ",
  ),
);

/** The same scene, with something unseen in every word that is not ours. */
export function hostile(scene: Scene): Scene {
  return mapped(scene, "") as Scene;
}

function mapped(value: unknown, key: string): unknown {
  if (typeof value === "string")
    return foreign.has(key) ? spoiled(value) : key === "arguments" ? spoiledJson(value) : value;
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapped(item, key === "params" ? "text" : name)]),
  );
}

const spoiled = (text: string) =>
  text
    .split("\n")
    .map((line) => (line === "" || line.startsWith("@@") ? line : line + unseen))
    .join("\n");

/** The strings within, as a model may write them: JSON hides none of these but the two controls. */
function spoiledJson(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (_, item: unknown) => (typeof item === "string" ? item + unseen : item)),
  );
}
