import type { IgnoredThing } from "@kestrel/protocol/api";

/** What a folder brings and is not used, by why. */
export const ignored = {
  "trust.ignored.settings": "Never used: settings in {path}",
  "trust.ignored.data_folder":
    "Never used: {path}, which Kestrel did not make. `kestrel init --here` makes the data folder of a project; skills go into {path}/skills",
  "trust.ignored.link_outside": "Never used: {path}, a link out of the project",
  "trust.ignored.not_a_file": "Never used: {path}, which is no ordinary file",
  "trust.ignored.too_long": "Never used: {path}, longer than 256 KiB",
  "trust.ignored.rule_invalid": "Never used: what is no rule in {path}",
  "trust.ignored.skill_invalid":
    "Never used: {path}, which has no name of a skill or changed while it was read",
  "trust.ignored.skill_too_large": "Never used: {path}, more or larger files than a skill has",
  "trust.ignored.sets_policy": "Never used: {path}, which would set what may run",
  "trust.ignored.hook_invalid":
    "Not used: a hook in {path} that is none, names variables, or a file that cannot be shown whole",
  "trust.ignored.hook_not_plain":
    "Not used: a hook in {path} whose command is more than plain words, so that the files it runs cannot be told",
  "trust.ignored.name_taken": "Never used: {path}, another skill has that name",
} as const satisfies Record<`trust.ignored.${IgnoredThing["why"]}`, string>;
