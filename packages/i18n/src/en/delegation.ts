import type { HelperProblem } from "@kestrel/protocol/api";
import type { Sentence } from "../sentence.ts";

/** Helpers: what each may do, and what does not count. */
export const delegation = {
  "helpers.none":
    'No helpers. Set `[helpers] delegate = "on"` for one that only reads; Markdown files of your own go into {folder}',
  "helpers.folder": "Your own: Markdown files in {folder}. New sessions have what stands here.",
  "helpers.facts": {
    one: "mode {mode}, at most {count} step, {tools}⟨, asks the {role}⟩",
    other: "mode {mode}, at most {count} steps, {tools}⟨, asks the {role}⟩",
  },
  "helpers.of": "asked by another session",
  "helpers.session": "its session: {id}",
  "helpers.problem.name": "{file}: its name is none (small letters, digits, - and _, at most 32)",
  "helpers.problem.empty": "{file}: it has no words to tell a helper",
  "helpers.problem.too_long": "{file}: it cannot be read, or is longer than 16 KiB",
  "helpers.problem.tools": "{file}: a tool that it names is not for helpers, and is left out",
  "helpers.problem.policy":
    "{file}: a helper sets no hooks, servers or permission modes; that part is left out",
  "helpers.problem.hint": "{file}: its hint names nobody who speaks: copilot, critic or larger",
  "helpers.problem.name_taken": "{file}: another helper has that name",
} as const satisfies Record<`helpers.problem.${HelperProblem["why"]}`, Sentence> & Record<string, Sentence>;
