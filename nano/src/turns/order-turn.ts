import { type Action, type Exchange, type Scene, said } from "../scene.ts";
import { productTexts } from "../world/product-texts.ts";
import { politely, sentenceOf } from "./politely.ts";
import { reminded } from "./reminded.ts";
import type { Part, Turn } from "./turn.ts";

/** One to three orders in one message, carried out one after the other until one fails. */
export function orderTurn(scene: Scene, wanted: readonly Action[]): Turn {
  const actions = givenLast(wanted);
  const manner = { single: actions.length === 1, given: actions.at(-1)?.given === true };
  const orders = actions.map(({ order }) => order);
  const user = politely(scene, joinedOrders(scene, orders), manner);
  const exchanges: Exchange[] = [];
  const reports: string[] = [];
  const says: string[] = [];
  for (const [at, action] of actions.entries()) {
    const { renamed, moved } = scene.memory;
    const performed = action.perform();
    // "Undo that" means the newest change.
    if (performed.exchanges.some(changesFiles)) {
      if (scene.memory.renamed === renamed) scene.memory.renamed = undefined;
      if (scene.memory.moved === moved) scene.memory.moved = undefined;
    }
    exchanges.push(...performed.exchanges);
    reports.push(performed.report);
    says.push(...performed.says);
    if (performed.failed && at < actions.length - 1) {
      reports.push(said(scene, { en: "I stopped there.", zh: "我停在这里。" }));
      break;
    }
  }
  const coached = exchanges.map(repeatedTold);
  const parts: Part[] = coached.map((exchange) => ({ kind: "call", exchange }));
  parts.push({ kind: "words", text: reports.join("\n") }, ...reminded(scene, coached));
  const steps = coached.length;
  const [first] = actions;
  return { skill: steps > 2 || actions.length > 1 ? "chain" : (first?.skill ?? "run"), user, parts, says };
}

/** A text that is given as it stands ends its message; one message has one of them. */
function givenLast(actions: readonly Action[]): readonly Action[] {
  const given = actions.findLast((action) => action.given);
  return given === undefined ? actions : [...actions.filter((action) => !action.given), given];
}

/** A call that was made before in the turn, to the same end and with no file changed since, is answered with a word about it. */
function repeatedTold(exchange: Exchange, at: number, all: readonly Exchange[]): Exchange {
  const same = (one: Exchange) =>
    one.tool === exchange.tool &&
    one.answer === exchange.answer &&
    JSON.stringify(one.arguments) === JSON.stringify(exchange.arguments);
  const before = all.slice(0, at);
  const repeated = before.slice(before.findLastIndex(changesFiles) + 1).some(same);
  return repeated ? { ...exchange, answer: `${exchange.answer}\n${productTexts.sameCall}` } : exchange;
}

function changesFiles({ tool, arguments: given, ok }: Exchange): boolean {
  if (!ok) return false;
  return (
    tool === "edit" || tool === "write" || (tool === "shell" && /^(?:rm|mv|cp) /.test(`${given.command}`))
  );
}

function joinedOrders(scene: Scene, orders: readonly string[]): string {
  const { chance, language } = scene;
  const [first = "", second, third] = orders;
  if (second === undefined) return first;
  if (chance.maybe(0.36)) return inPlainRow(scene, orders);
  if (language === "en") {
    const two = chance.pick([
      ", then ",
      ", then ",
      " and then ",
      " and ",
      ". Then ",
      ", and then ",
      "; then ",
      ", after that ",
      ". After that, ",
      " & ",
      ". Next, ",
      ", also ",
    ]);
    const three = chance.pick([
      ", then ",
      ", and then ",
      ", and finally ",
      " and ",
      ". Finally, ",
      ". Then ",
      ". After that ",
      " and then ",
    ]);
    const opening = chance.maybe(0.1) ? chance.pick(["first ", "first, "]) : "";
    return opening + first + two + second + (third === undefined ? "" : three + third);
  }
  const opening = chance.maybe(0.25) ? "先" : "";
  const two = chance.pick(["，然后", "，再", "，接着", "。然后", "，并", "，之后", "，同时"]);
  const three = chance.pick(["，最后", "，最后", "，再", "，然后", "。最后"]);
  return opening + first + two + second + (third === undefined ? "" : three + third);
}

/** Orders one after the other with nothing said between them: sentences, lines, a list, or only commas. */
function inPlainRow({ chance, language }: Scene, orders: readonly string[]): string {
  const english = language === "en";
  const list = (mark: (number: number) => string) =>
    orders.map((order, at) => `${mark(at + 1)}${order}`).join("\n");
  return chance.weighed<() => string>([
    [() => list((number) => `${number}. `), 3],
    [() => list((number) => `${number}${english ? ")" : "、"} `), 1],
    [() => list(() => "- "), 1],
    [() => orders.join("\n"), 2],
    [() => orders.join(english ? ". " : "。"), 2],
    [() => (english ? sentences(orders) : orders.join("。")), 3],
    [
      () =>
        `${orders.slice(0, -1).join(english ? ", " : "，")}${english ? " and " : "，最后"}${orders.at(-1)}`,
      2,
    ],
    [() => orders.join(english ? ", " : "，"), 2],
    [() => orders.join(english ? "; " : "；"), 1],
  ])();
}

/** The last without its mark: the message may go on. */
const sentences = (orders: readonly string[]) =>
  orders
    .map((order, at) => (at === 0 ? order : capital(order)))
    .map((order, at) => (at < orders.length - 1 ? sentenceOf(order) : order))
    .join(" ");

/** With a capital where it begins with a word, and not with the name that it is about. */
const capital = (order: string) =>
  /^[a-z]+ /.test(order) ? order.charAt(0).toUpperCase() + order.slice(1) : order;
