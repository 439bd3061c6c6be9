import type { CrewJob, CrewJobKind } from "@kestrel/protocol";
import type { CrewRole, HelperProblem, SeatRefusal } from "@kestrel/protocol/api";
import type { Sentence } from "../sentence.ts";

/** Models beside the lead. `role` and `does`: a seat, and the work of it. */
export const crew = {
  "crew.role.lead": "lead",
  "crew.role.copilot": "copilot",
  "crew.role.librarian": "librarian",
  "crew.role.critic": "critic",
  "crew.elsewhere": "{url} is not on this machine: what is asked of it is sent there",
  "crew.key": "with the key in {key}",
  "crew.role.larger": "larger model",
  "crew.does.copilot": "notes, titles, commit messages, digests",
  "crew.does.librarian": "finds by meaning; an embedding model",
  "crew.does.critic": "a second look at destructive and external calls",
  "crew.does.larger": "takes a turn over where that was offered and you accepted",
  "crew.seat": "{role} ({does})",
  "crew.between": ", ",
  "crew.empty": "Empty seats: {seats}.",
  "crew.refused.one_slot":
    "The seat of the {role} stays empty: it names the lead's own model, and its server tells of no slot beside the conversation's.",
  "crew.refused.slots_shared":
    "The seat of the {role} stays empty: it names the lead's own model, and the slots of its server share one cache.",
  "crew.refused.too_small":
    "The seat of the {role} stays empty: it names the lead's own model, which is too small for other work.",
  "crew.refused.no_embeddings":
    "The seat of the {role} stays empty: it names the lead's own model, which gives no embeddings.",
  "crew.refused.not_ready":
    "The seat of the {role} may stay empty: it names the lead's own model, and whether its server has a slot to spare is known once it runs.",
  "crew.refused.place_unaccepted":
    "The seat of the {role} stays empty: no loadout and no setting of yours names its address with its key, or its file, so nothing is sent there or started. Where you mean it, name it in a loadout of yours.",
  "escalation.why.failed_checks": "Two checks in a row have failed.",
  "escalation.why.doom_loop": "The model went in circles.",
  "escalation.offer": "{model} can take over for one turn. {left} of {most} left in this session.",
  "escalation.accepted":
    "The larger model takes over: from the next step or message to the end of that turn.",
  "escalation.refused": "The model goes on by itself.",
  "escalation.ended": "The larger model cannot answer; your own goes on.",
} as const satisfies Record<
  `crew.role.${CrewRole}` | `crew.does.${CrewRole}` | `crew.refused.${SeatRefusal}`,
  string
> &
  Record<string, string>;

/** What models beside the lead do and did. `who` is a role and the name of a model. */
export const crewWork = {
  "crew.who": "{role} ({model})",
  "crew.now.compaction": "{who} is summing up what came before",
  "crew.now.title": "{who} is naming the session",
  "crew.now.commit_message": "{who} is drafting a commit message",
  "crew.now.digest": "{who} is reading the long output of {call}",
  "crew.now.review": "{who} takes a second look at the call that waits for you",
  "crew.now.retrieval": "{who} is looking things up",
  "crew.now.memory": "{who} is looking for facts worth keeping",
  "crew.now.unknown": "{who} does something that this Kestrel does not know: {kind}",
  "crew.did.compaction": "{who} summarised ⟨{tokens} tokens|what came before⟩ in {seconds} s",
  "crew.did.title": "{who} named the session in {seconds} s",
  "crew.did.commit_message": "{who} drafted a commit message in {seconds} s",
  "crew.did.digest": "{who} read ⟨{tokens} tokens of |⟩the long output of {call} in {seconds} s",
  "crew.did.review": "{who} took a second look at a call ({call}) in {seconds} s",
  "crew.did.retrieval": "{who} looked things up in {seconds} s",
  "crew.did.memory": "{who} proposed facts to keep in {seconds} s",
  "crew.did.unknown": "{who} did something that this Kestrel does not know ({kind}) in {seconds} s",
  "crew.unused": "not used",
  "crew.outcome.late": "{who}: not waited for any longer after {seconds} s",
  "crew.outcome.refused": "{who}: what it said was of no use ({seconds} s)",
  "crew.outcome.failed": "{who}: failed after {seconds} s⟨: {why}⟩",
  "crew.outcome.stopped": "{who}: stopped after {seconds} s",
  "crew.none": "No model works beside the lead in this session. A loadout names them under [crew].",
  "crew.idle": "Nothing was done beside the lead yet.",
  "crew.sum": "{count} in all, {used} used, {seconds} s",
  "crew.sum.tokens": "{read} tokens read, {written} written",
  "crew.sum.saved": "{tokens} tokens the lead neither read nor wrote",
  "crew.sum.unwaited": "{seconds} s of idle time used",
  "commit.by.copilot":
    "Drafted by the copilot from what stands of this session’s changes; nothing was committed.",
  "commit.by.rule": "Made by rule from the list of changed files; nothing was committed.",
  "commit.nothing": "Nothing that this session changed stands: there is nothing to draft a message for.",
  "commit.how": "/commit alone for all changes of the session, /commit N for those since turn N.",
} as const satisfies Record<
  | `crew.now.${CrewJobKind}`
  | `crew.did.${CrewJobKind}`
  | `crew.outcome.${Exclude<CrewJob["outcome"], "done">}`,
  string
> &
  Record<string, string>;

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
  "helpers.problem.hint": "{file}: its hint names no known role: copilot, critic or larger",
  "helpers.problem.name_taken": "{file}: another helper has that name",
} as const satisfies Record<`helpers.problem.${HelperProblem["why"]}`, Sentence> & Record<string, Sentence>;
