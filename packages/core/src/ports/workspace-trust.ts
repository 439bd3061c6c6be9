import type {
  DecidedTrust,
  HookEntry,
  IgnoredThing,
  TrustDecision,
  TrustOffer,
  TrustSubject,
} from "@kestrel/protocol/api";

/** A skill in a folder, read within limits; nothing of it is run. */
export type FoundSkill = {
  name: string;
  description: string;
  /** Its folder: a real path. */
  folder: string;
  /** Its path for the model: relative to the workspace, or the real path. */
  shown: string;
  /** Its text without the front matter. */
  text: string;
  /** The regular files beside it, relative to its folder, in order, with the digests of their bytes. */
  beside: readonly { path: string; digest: string }[];
  /** Of all its bytes. */
  digest: string;
  /** An earlier decision was about other bytes. */
  changed?: true;
  /** The model may use it by itself; the user always may. */
  forModel: boolean;
};

/** A hook of a folder, with the files of the folder that its command names. */
export type FoundHook = {
  entry: HookEntry;
  files: readonly { path: string; digest: string; text: string }[];
  /** Of the entry and every byte of those. */
  digest: string;
  /** An earlier decision was about other bytes. */
  changed?: true;
};

/** A folder's current contents, and the decision about exactly these bytes. */
export type ProjectOffer = {
  workspace: string;
  state: TrustOffer["state"];
  /** Of its texts, skills and rules. */
  digest: string;
  /** Complete, the one nearest to the workspace last. `changed`: an earlier decision was about other bytes. */
  files: readonly { path: string; digest: string; text: string; changed?: true }[];
  /** Skills of the workspace itself. */
  skills?: readonly FoundSkill[];
  /** Commands that would run at the stages of sessions there. */
  hooks?: readonly FoundHook[];
  /** The separate decision about hooks. Present if the folder has any. */
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
