/** The sentences about a folder's own files and whether they are used. */
export const trust = {
  "trust.state.nothing": "{folder} has no instructions and no rules.",
  "trust.state.unasked": "{folder} has instructions for the model. They are not used until you trust it:",
  "trust.state.changed":
    "The instructions of {folder} changed since you decided. They are not used until you review them:",
  "trust.state.trusted": "Used from {folder}, because you trust it:",
  "trust.state.declined": "Not used from {folder}, as you decided:",
  "trust.tokens": "~{tokens} tokens",
  "trust.cut": "(~{kept} of them fit; the limit of all files is {budget})",
  "trust.changed": "changed",
  "trust.denies": "denies  {rule}",
  "trust.runs": "RUNS {command} in the sandbox, or with your rights where there is none: {when}",
  "trust.hooks.unasked": "{folder} has hooks. They do not run until you allow them:",
  "trust.hooks.changed": "The hooks of {folder} changed. They do not run until you allow them again:",
  "trust.hooks.trusted": "Hooks of {folder}, which you allowed:",
  "trust.hooks.declined": "Hooks of {folder}, which you denied:",
  "trust.noHooks": "{folder} has no hooks.",
  "trust.skill": {
    one: "skill {name}, read when it is used; {count} file beside it",
    other: "skill {name}, read when it is used; {count} files beside it",
  },
  "trust.withheldHere":
    "This folder has {names}. They are not used: the demonstration model was trained without instructions and gets none.",
  "trust.withheld": "The demonstration model was trained without instructions and gets none.",
  "trust.whole": "{path} (~{tokens} tokens, ~{kept} of them reach the model):",
  "trust.how": "/trust shows all of it; /trust yes uses it from your first message on; /trust no does not.",
  "trust.howLater": "/trust yes uses it from the next session on; /trust no does not.",
  "trust.howHooks":
    "/trust shows their scripts; /trust hooks yes runs them in every session here; /trust hooks no does not.",
  "trust.slashHow":
    "/trust shows this folder's instructions; /trust yes or no decides about them, /trust hooks yes or no about its hooks",
  "trust.lookFirst": "Look at it first: /trust",
  "trust.fromNext": "This session stays as it began. The next one uses it: /new",
  "trust.notUsed":
    "Not used, because this folder is not trusted: {names}. See `kestrel trust show`, then `kestrel trust add` or --trust.",
  "trust.hooksNotRun":
    "Not run, because you did not allow the hooks of this folder: {names}. See `kestrel trust show`, then `kestrel trust add-hooks`.",
  "trust.none": "You have not decided about any folder yet.",
  "trust.revoked": "Removed your decision about {folder}.",
  "trust.noSuch": "You have not decided about {folder} yet.",
  "init.how": "kestrel init --here: keep this project's sessions and rules in its own .kestrel/",
  "init.elsewhere": "KESTREL_DATA_DIR already sets the data folder",
  "init.made":
    "From now on, {path} stores this project's sessions and rules. Only you can read it, your configuration lists it, and git ignores it. Earlier sessions and your settings stay where they are.",
  "init.skills":
    "{path} already exists with the project's skills. A folder that came with a project cannot be a data folder. Kestrel also reads skills from .agents/skills: move them (mkdir -p .agents && git mv .kestrel/skills .agents/skills), move the rest of .kestrel/ away, then run this again.",
  "init.foreign":
    "{path} already exists, and you did not make it here: it may have come with the project. It is not used. To make your own, move it away first.",
} as const;
