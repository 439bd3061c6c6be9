import { type Task, taskSets } from "../src/tasks/task.ts";
import type { Played } from "./run-tasks.ts";

export type Tally = {
  total: number;
  passed: number;
  folder: number;
  calls: number;
  says: number;
  /** How often a reply ran on. */
  ranOn: number;
};

function tallyOf(played: readonly Played[]): Tally {
  const count = (fits: (one: Played["outcome"]) => boolean) =>
    played.filter(({ outcome }) => fits(outcome)).length;
  return {
    total: played.length,
    passed: count(({ passed }) => passed),
    folder: count(({ folder }) => folder),
    calls: count(({ calls }) => calls),
    says: count(({ says }) => says),
    ranOn: count(({ ranOn }) => ranOn),
  };
}

/** A chain needs three tools or more one after the other. */
const isChain = ({ steps }: Task) => steps >= 3;

type Target = { what: string; least: number; fits(task: Task): boolean };

const former = (language: Task["language"], chains: boolean) => (task: Task) =>
  task.set === "former" && task.language === language && isChain(task) === chains;

/** What the model is held to: shares of the tasks that must pass. The strangers' tasks have none and are only reported. */
export const targets: readonly Target[] = [
  { what: "former, en single", least: 0.97, fits: former("en", false) },
  { what: "former, en chains", least: 0.92, fits: former("en", true) },
  { what: "former, zh-CN single", least: 0.95, fits: former("zh-CN", false) },
  { what: "projects", least: 0.9, fits: ({ set }) => set === "projects" },
  { what: "phrasings", least: 0.9, fits: ({ set }) => set === "phrasings" },
  { what: "outside", least: 0.95, fits: ({ set }) => set === "outside" },
];

export type Verdict = { what: string; least: number; share: number; total: number; kept: boolean };

/** The targets that these tasks say something about. */
export function verdictsOn(played: readonly Played[]): Verdict[] {
  return targets.flatMap(({ what, least, fits }) => {
    const { total, passed } = tallyOf(played.filter(({ task }) => fits(task)));
    const share = passed / total;
    return total === 0 ? [] : [{ what, least, share, total, kept: share >= least }];
  });
}

/** The tallies of each set by skill, and of its single skills and chains, each language apart. */
export function groupsOf(played: readonly Played[]): { what: string; tally: Tally }[] {
  const pairs = taskSets.flatMap((set) => (["en", "zh-CN"] as const).map((language) => ({ set, language })));
  return pairs.flatMap(({ set, language }) => {
    const here = played.filter(({ task }) => task.set === set && task.language === language);
    const names = [...new Set(here.map(({ task }) => task.skill))].sort();
    const group = (what: string, fits: (task: Task) => boolean) => {
      const chosen = here.filter(({ task }) => fits(task));
      return chosen.length === 0 ? [] : [{ what: `${set} ${language} ${what}`, tally: tallyOf(chosen) }];
    };
    return [
      ...names.flatMap((name) => group(name, ({ skill }) => skill === name)),
      ...group("single", (task) => !isChain(task)),
      ...group("chains", isChain),
    ];
  });
}
