import type { Scene } from "../scene.ts";
import type { InsertWay } from "./change.ts";
import { endGivenOrders, insertOrders, topGivenOrders } from "./insert-orders.ts";
import { inMarks, inMarksOrBare, phrase, quoted } from "./phrases.ts";

type Order = { order: string; given: boolean };

/** The words that ask for a line in a file, and whether they end in it as it stands. */
export function insertOrder(scene: Scene, path: string, at: string, line: string, way: InsertWay): Order {
  const { chance, language } = scene;
  const f = quoted(scene, path);
  const givenOrders = way === "end" ? endGivenOrders : way === "top" ? topGivenOrders : undefined;
  if (givenOrders && chance.maybe(0.2))
    return { order: phrase(scene, givenOrders, { f, l: line }), given: true };
  const orders = insertOrders[way];
  const m = inMarksOrBare(scene, at);
  if (language !== "en" && wordsAlone.test(line) && chance.maybe(0.35)) {
    const last = { ...orders, zh: orders.zh.filter((one) => one.endsWith("{l}")) };
    return { order: phrase(scene, last, { f, m, l: line }), given: true };
  }
  if (way === "end" && spoken(line) && chance.maybe(0.2))
    return { order: phrase(scene, bareOrders, { f, l: line }), given: false };
  const l = /\s/.test(line) ? inMarks(scene, line) : inMarksOrBare(scene, line);
  return { order: phrase(scene, orders, { f, m, l }), given: false };
}

/** No mark that could be one of the sentence around it. */
const wordsAlone = /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u;

/** Some words that can stand between "add" and "to" without marks. */
const spoken = (line: string) =>
  /^[a-z]+(?: [a-z]+)+$/i.test(line) &&
  !/\b(?:to|at|in|into|on|of|the|end|bottom|and|then|file|line)\b/i.test(line);

const bareOrders = {
  en: [
    "add {l} to {f}",
    "append {l} to {f}",
    "add {l} (to|at) the (end|bottom) of {f}",
    "(also|) put {l} (into|on|in) {f}",
  ],
  zh: ["把 {l} 加到{f}(末尾|最后|里|)", "给{f}加一行 {l}"],
};
