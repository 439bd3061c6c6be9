import type { LoopPlan, LoopState, PlanDoubt } from "@kestrel/protocol/loop";
import { visibleText } from "@kestrel/text";
import type { Say } from "../i18n/say.ts";

/** The whole plan, as shown for acceptance. */
export function planLines(
  { items, hours, attempts, bring, setup }: LoopPlan,
  say: Say,
  doubts: readonly PlanDoubt[] = [],
): string[] {
  return [
    say("loop.plan", { count: items.length, hours, attempts }),
    ...items.flatMap(({ text, check, keep, named }, index) => [
      say("loop.planItem", { number: index + 1, text }),
      say("loop.planCheck", { check }),
      ...(keep.length + named.length > 0
        ? [say("loop.planKeep", { paths: [...keep, ...named].join(", ") })]
        : []),
      ...doubts
        .filter(({ item }) => item === index)
        .map(({ path, why }) => `   ${say(`loop.doubt.${why}`, { path })}`),
    ]),
    ...(bring.length > 0 ? [say("loop.planBring", { paths: bring.join(", ") })] : []),
    ...(setup === undefined ? [] : [say("loop.planSetup", { command: setup })]),
    say("loop.promise"),
  ];
}

/** A loop on one line. */
export function loopHead({ id, phase, items, spent, file }: LoopState, say: Say): string {
  const done = items.filter(({ state }) => state === "done" || state === "already_green").length;
  const hours = (spent.ms / 3_600_000).toFixed(1);
  return say("loop.head", {
    ...{ id, done, hours, file, count: items.length, tokens: spent.tokens },
    phase: say(`loop.phase.${phase}`),
  });
}

/** The report: the result of each item, what was denied and undone, and the next step. */
export function loopReport(loop: LoopState, say: Say): string[] {
  const { id, plan, items, pause, end, phase } = loop;
  const lines = items.flatMap(({ state, attempts, commit, denied, restored, before, last }, index) => {
    const aside = state === "stuck" || state === "needs_you";
    const facts = [
      ...(attempts.length > 0 ? [say("loop.attempts", { count: attempts.length })] : []),
      ...(commit === undefined
        ? []
        : [say(aside ? "loop.aside" : "loop.commit", { commit: commit.slice(0, 12) })]),
    ];
    const red = state === "broken_later" ? last : (attempts.at(-1)?.check ?? before);
    const tail =
      red && red.code !== 0 && state !== "open" && red.tail.trim() !== ""
        ? visibleText(red.tail.trim()).split("\n").slice(-5)
        : [];
    return [
      say("loop.item", {
        number: index + 1,
        state: say(`loop.state.${state}`),
        text: plan.items[index]?.text ?? "",
      }),
      ...(facts.length > 0 ? [`   ${facts.join(" · ")}`] : []),
      ...tail.map((line) => `   | ${line}`),
      ...(restored.length > 0 ? [`   ${say("loop.restored", { paths: restored.join(", ") })}`] : []),
      ...denied.flatMap(({ call, rules }) => [
        `   ${say("loop.denied", { call })}`,
        ...rules.map((rule) => `   ${say("loop.allowIt", { rule })}`),
      ]),
    ];
  });
  const why = pause
    ? say(`loop.pause.${pause.why}`, { id, ...(pause.detail !== undefined && { detail: pause.detail }) })
    : end && say(`loop.end.${end}`, { id });
  const isOver = phase !== "running" && items.some(({ state }) => state === "done");
  return [
    loopHead(loop, say),
    ...lines,
    ...(why ? [why] : []),
    ...(isOver ? [say("loop.mergeHow", { id })] : []),
  ];
}
