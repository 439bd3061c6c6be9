import type { SandboxTrouble } from "@kestrel/protocol/api";

const table: readonly (readonly [RegExp, SandboxTrouble])[] = [
  [/ENOENT/, "not_installed"],
  [/setting up uid map: Permission denied|RTM_NEWADDR: Operation not permitted/i, "apparmor"],
  [/max_\S*_namespaces exceeded|nesting depth/i, "nested"],
  [/mount proc on/i, "proc_masked"],
  [
    /No permissions to create new namespace|Creating new namespace failed|Operation not permitted/i,
    "no_user_namespaces",
  ],
];

/** Why the sandbox could not be created, by the error message of its program. */
export function readTrouble(words: string): SandboxTrouble {
  return table.find(([pattern]) => pattern.test(words))?.[1] ?? "other";
}
