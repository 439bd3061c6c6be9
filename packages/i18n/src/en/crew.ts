import type { CrewJob, CrewJobKind } from "@kestrel/protocol";
import type { CrewRole, HelperProblem, SeatRefusal } from "@kestrel/protocol/api";
import type { Sentence } from "../sentence.ts";

/** Models beside the main one. `role` and `does`: a role and its work. */
export const crew = {
  "crew.role.lead": "main model",
  "crew.role.copilot": "summarizer",
  "crew.role.librarian": "retriever",
  "crew.role.critic": "reviewer",
  "crew.elsewhere": "{url} is not on this machine: its prompts are sent there",
  "crew.key": "with the key in {key}",
  "crew.role.larger": "larger model",
  "crew.does.copilot": "notes, titles, commit messages, digests",
  "crew.does.librarian": "finds by meaning; an embedding model",
  "crew.does.critic": "a second look at destructive and external calls",
  "crew.does.larger": "takes a turn over when you accept its offer",
  "crew.seat": "{role} ({does})",
  "crew.between": ", ",
  "crew.empty": "Roles without a model: {seats}.",
  "crew.refused.one_slot":
    "The {role} is not used: it is set to the main model, whose server has no second slot.",
  "crew.refused.slots_shared":
    "The {role} is not used: it is set to the main model, whose server's slots share one cache.",
  "crew.refused.too_small":
    "The {role} is not used: it is set to the main model, which is too small for other work.",
  "crew.refused.no_embeddings":
    "The {role} is not used: it is set to the main model, which gives no embeddings.",
  "crew.refused.not_ready":
    "The {role} may not be used: it is set to the main model. Kestrel learns whether its server has a second slot when it runs.",
  "crew.refused.place_unaccepted":
    "The {role} is not used: none of your loadouts or settings names its address with its key, or its file. Nothing is sent there or started. To use it, add it to one of your loadouts.",
  "escalation.why.failed_checks": "Two checks failed in a row.",
  "escalation.why.doom_loop": "The model repeated itself without progress.",
  "escalation.offer": "{model} can take over for one turn. {left} of {most} left in this session.",
  "escalation.accepted":
    "The larger model takes over, from the next step or message to the end of that turn.",
  "escalation.refused": "The main model continues.",
  "escalation.ended": "The larger model cannot answer. The main model continues.",
} as const satisfies Record<
  `crew.role.${CrewRole}` | `crew.does.${CrewRole}` | `crew.refused.${SeatRefusal}`,
  string
> &
  Record<string, string>;

/** Status lines about models beside the main one. `who` is a role and a model's name. */
export const crewWork = {
  "crew.who": "{role} ({model})",
  "crew.now.compaction": "{who} is summarizing the earlier conversation",
  "crew.now.title": "{who} is naming the session",
  "crew.now.commit_message": "{who} is drafting a commit message",
  "crew.now.digest": "{who} is reading the long output of {call}",
  "crew.now.review": "{who} takes a second look at the call you are asked about",
  "crew.now.retrieval": "{who} is looking things up",
  "crew.now.memory": "{who} is looking for facts worth keeping",
  "crew.now.unknown": "{who} is doing work of a kind unknown to this version: {kind}",
  "crew.did.compaction": "{who} summarized ⟨{tokens} tokens|the earlier conversation⟩ in {seconds} s",
  "crew.did.title": "{who} named the session in {seconds} s",
  "crew.did.commit_message": "{who} drafted a commit message in {seconds} s",
  "crew.did.digest": "{who} read ⟨{tokens} tokens of |⟩the long output of {call} in {seconds} s",
  "crew.did.review": "{who} took a second look at a call ({call}) in {seconds} s",
  "crew.did.retrieval": "{who} looked things up in {seconds} s",
  "crew.did.memory": "{who} proposed facts to keep in {seconds} s",
  "crew.did.unknown": "{who} did work of a kind unknown to this version ({kind}) in {seconds} s",
  "crew.unused": "not used",
  "crew.outcome.late": "{who}: given up after {seconds} s",
  "crew.outcome.refused": "{who}: its answer was unusable ({seconds} s)",
  "crew.outcome.failed": "{who}: failed after {seconds} s⟨: {why}⟩",
  "crew.outcome.stopped": "{who}: stopped after {seconds} s",
  "crew.none": "This session has only its main model. A loadout can name others under [crew].",
  "crew.idle": "The other models have done nothing yet.",
  "crew.sum": "{count} in all, {used} used, {seconds} s",
  "crew.sum.tokens": "{read} tokens read, {written} written",
  "crew.sum.saved": "{tokens} tokens spared the main model",
  "crew.sum.unwaited": "{seconds} s of idle time used",
  "commit.by.copilot": "Drafted by the summarizer from this session’s changes. Nothing was committed.",
  "commit.by.rule": "Made from the list of changed files. Nothing was committed.",
  "commit.nothing": "This session has no changes to describe.",
  "commit.how": "/commit alone for all changes of the session, /commit N for those since turn N.",
} as const satisfies Record<
  | `crew.now.${CrewJobKind}`
  | `crew.did.${CrewJobKind}`
  | `crew.outcome.${Exclude<CrewJob["outcome"], "done">}`,
  string
> &
  Record<string, string>;

/** Subagents: their tools, and the entries that are ignored. */
export const delegation = {
  "helpers.none":
    'No subagents. Set `[helpers] delegate = "on"` for one that only reads. Your own are Markdown files in {folder}',
  "helpers.folder": "Your own: Markdown files in {folder}. New sessions have those listed here.",
  "helpers.facts": {
    one: "mode {mode}, at most {count} step, {tools}⟨, answered by the {role}⟩",
    other: "mode {mode}, at most {count} steps, {tools}⟨, answered by the {role}⟩",
  },
  "helpers.of": "subagent of another session",
  "helpers.session": "its session: {id}",
  "helpers.problem.name": "{file}: its name must be at most 32 lowercase letters, digits, - and _",
  "helpers.problem.empty": "{file}: it has no instructions below the front matter",
  "helpers.problem.too_long": "{file}: it cannot be read or is longer than 16 KiB",
  "helpers.problem.tools": "{file}: one of its tools is not available to subagents and is left out",
  "helpers.problem.policy":
    "{file}: a subagent cannot set hooks, servers or permission modes. That part is ignored",
  "helpers.problem.hint": "{file}: its hint must be copilot, critic or larger",
  "helpers.problem.name_taken": "{file}: another subagent has that name",
} as const satisfies Record<`helpers.problem.${HelperProblem["why"]}`, Sentence> & Record<string, Sentence>;
