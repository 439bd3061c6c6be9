/** What kestrel-nano is asked in an evaluation, and how one sees that it did it. */
export type Task = {
  /** Names the task in reports; stable for a seed. */
  id: string;
  skill: Skill;
  language: "en" | "zh-CN";
  /** How many tools the task needs one after the other; what has three or more is a chain. */
  steps: number;
  /** The folder before: content by path. */
  files: Readonly<Record<string, string>>;
  /** What the user says, one turn after the other. */
  turns: readonly TaskTurn[];
  /** The whole folder afterwards. */
  filesAfter: Readonly<Record<string, string>>;
};

export type TaskTurn = {
  user: string;
  /** The user says no to every call that asks. */
  denies?: boolean;
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
