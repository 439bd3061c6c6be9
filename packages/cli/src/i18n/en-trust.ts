/** The sentences about what a folder brings and whether it is used. */
export const trust = {
  "trust.state.nothing": "{folder} brings no instructions and no rules.",
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
  "trust.hooks.unasked": "{folder} brings hooks. They do not run until you allow them:",
  "trust.hooks.changed": "The hooks of {folder} changed. They do not run until you allow them again:",
  "trust.hooks.trusted": "Hooks of {folder}, which you allowed:",
  "trust.hooks.declined": "Hooks of {folder}, which you denied:",
  "trust.noHooks": "{folder} brings no hooks.",
  "trust.skill": {
    one: "skill {name}, read when it is used; {count} file beside it",
    other: "skill {name}, read when it is used; {count} files beside it",
  },
  "trust.withheldHere":
    "This folder brings {names}. They are not used: the demonstration model was trained without instructions and gets none.",
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
  "trust.none": "No folder has been decided about yet.",
  "trust.decision.words.trusted": "trusted",
  "trust.decision.words.declined": "not used",
  "trust.decision.hooks.trusted": "hooks run",
  "trust.decision.hooks.declined": "hooks do not run",
  "trust.revoked": "Forgotten: {folder}",
  "trust.noSuch": "{folder} has not been decided about yet.",
  "init.how": "kestrel init --here: keep this project's sessions and rules in its own .kestrel/",
  "init.elsewhere": "KESTREL_DATA_DIR names the data folder already",
  "init.made":
    "{path} holds this project's sessions and rules from now on: for you alone, remembered in your own configuration, left out of git. Earlier sessions stay where they are; your settings stay yours.",
  "init.skills":
    "{path} is there already, with the project's skills, and a folder that comes with a project is never a data folder. Skills are read from .agents/skills as well: move them (mkdir -p .agents && git mv .kestrel/skills .agents/skills), move away what is left of .kestrel/, and run this again.",
  "init.foreign":
    "{path} is there already, and you did not make it here: it may have come with the project. It is not used. Move it away if you want one of your own.",
} as const;
