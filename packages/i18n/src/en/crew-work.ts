import type { CrewJob, CrewJobKind } from "@kestrel/protocol";

/** What models beside the lead do and did. `who` is a role and the name of a model. */
export const crewWork = {
  "crew.who": "{role} ({model})",
  "crew.now.compaction": "{who} is summing up what came before",
  "crew.now.title": "{who} is naming the session",
  "crew.now.commit_message": "{who} is drafting a commit message",
  "crew.now.digest": "{who} is reading the long output of {call}",
  "crew.now.review": "{who} takes a second look at the call that waits for you",
  "crew.now.retrieval": "{who} is looking things up",
  "crew.now.unknown": "{who} does something that this Kestrel does not know: {kind}",
  "crew.did.compaction": "{who} summarised ⟨{tokens} tokens|what came before⟩ in {seconds} s",
  "crew.did.title": "{who} named the session in {seconds} s",
  "crew.did.commit_message": "{who} drafted a commit message in {seconds} s",
  "crew.did.digest": "{who} read ⟨{tokens} tokens of |⟩the long output of {call} in {seconds} s",
  "crew.did.review": "{who} took a second look at a call ({call}) in {seconds} s",
  "crew.did.retrieval": "{who} looked things up in {seconds} s",
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
  "crew.sum.unwaited": "{seconds} s that nobody waited",
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
