import type {
  DecidedTrust,
  HookEntry,
  IgnoredThing,
  TrustDecision,
  TrustOffer,
  TrustSubject,
} from "@kestrel/protocol/api";

/** A skill as it lies in a folder, read within bounds and with nothing of it run. */
export type FoundSkill = {
  name: string;
  description: string;
  /** Its folder: a real path. */
  folder: string;
  /** The same as the model calls it: from the workspace on, or the real path. */
  shown: string;
  /** Its words without the front matter. */
  text: string;
  /** The ordinary files beside it, from its folder on, in order, with the digests of their bytes. */
  beside: readonly { path: string; digest: string }[];
  /** Of every byte of it. */
  digest: string;
  /** It was decided about, with other bytes. */
  changed?: true;
  /** The model may take it by itself; a person always may. */
  forModel: boolean;
};

/** A hook that a folder brings, with the files of the folder that its command names. */
export type FoundHook = {
  entry: HookEntry;
  files: readonly { path: string; digest: string; text: string }[];
  /** Of the entry and every byte of those. */
  digest: string;
  /** It was decided about, with other bytes. */
  changed?: true;
};

/** What a folder brings now, and what was decided about exactly these bytes. */
export type ProjectOffer = {
  workspace: string;
  state: TrustOffer["state"];
  /** Of its words, skills and rules. */
  digest: string;
  /** Whole, the one nearest to the workspace last. `changed`: it was decided about, with other bytes. */
  files: readonly { path: string; digest: string; text: string; changed?: true }[];
  /** Skills of the workspace itself. */
  skills?: readonly FoundSkill[];
  /** Commands that would be asked at the stages of sessions there. */
  hooks?: readonly FoundHook[];
  /** What was decided about those, apart from everything else. There where it brings some. */
  hookTrust?: TrustOffer["hookTrust"];
  deny: readonly string[];
  ignored: readonly IgnoredThing[];
};

/**
 * What the user decided about folders that bring instructions and rules. Nothing of a folder applies before that, and
 * nothing of other bytes than those that were decided about.
 *
 * - `look` reads the folder and never follows it out of its project. It rejects only when the decisions cannot be read.
 * - `decide` is about its words, skills and rules, or about its hooks alone. It rejects with `trust_stale` when the folder brings something
 *   else than `digest` by now.
 * - `revoke` forgets both, and resolves whether there was such a decision.
 */
export interface WorkspaceTrust {
  look(workspace: string): Promise<ProjectOffer>;
  decide(workspace: string, digest: string, decision: TrustDecision, about?: TrustSubject): Promise<void>;
  decided(): Promise<readonly DecidedTrust[]>;
  revoke(workspace: string): Promise<boolean>;
}
