/**
 * The sets of tasks, each a file of `nano/tasks`: `former` came from the generator of the first corpus and is kept as it was;
 * the others were written apart from every generator. `projects` plays in copies of real ones, `outside` is what must be declined,
 * `strangers` is how a newcomer asks in folders of their own; no target is set for it.
 */
export const taskSets = ["former", "projects", "phrasings", "outside", "strangers"] as const;

export type TaskSet = (typeof taskSets)[number];

/** A file's whole content afterwards, or what in it is another: once, or wherever it stands. */
export type Change = string | { old: string; new: string; all?: true };

/** What kestrel-nano is asked in an evaluation, and how one sees that it did it. */
export type Task = {
  set: TaskSet;
  /** Names the task in reports. */
  id: string;
  skill: Skill;
  language: "en" | "zh-CN";
  /** How many tools the task needs one after the other; what has three or more is a chain. */
  steps: number;
  /** The folder before: a copy of this project, `npm:NAME@VERSION` of the lockfile or `deb:FOLDER` of a Debian source package. */
  project?: string;
  /** The folder before, or what is put into the copy: content by path. */
  files: Readonly<Record<string, string>>;
  /** What the user says, one turn after the other. */
  turns: readonly TaskTurn[];
  /** What is another afterwards, by path. Everything else is as it was, and nothing else is there. */
  changes: Readonly<Record<string, Change>>;
};

export type TaskTurn = {
  user: string;
  /** The user says no to every call that asks. */
  denies?: boolean;
  /** It must be declined: no call, one sentence, and the way to a model of one's own. */
  declines?: boolean;
  /** Calls that must have been made in this turn, in this order, well or not; `with` must be among their arguments. */
  calls: readonly { tool: string; with: Readonly<Record<string, unknown>> }[];
  /** What the replies of the turn must name. */
  says: readonly string[];
};

export const skills = [
  "greet",
  "list",
  "read",
  "search",
  "rename",
  "replace",
  "set",
  "insert",
  "create",
  "run",
  "chain",
  "trouble",
  "denied",
  "unable",
  "refer",
] as const;

export type Skill = (typeof skills)[number];
