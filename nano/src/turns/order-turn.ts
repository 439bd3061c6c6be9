import { type Action, type Exchange, type Scene, said } from "../scene.ts";
import { productTexts } from "../world/product-texts.ts";
import { politely } from "./politely.ts";
import { reminded } from "./reminded.ts";
import type { Part, Turn } from "./turn.ts";

/** One to three orders in one message, carried out one after the other until one fails. */
export function orderTurn(scene: Scene, actions: readonly Action[]): Turn {
  const user = politely(
    scene,
    joinedOrders(
      scene,
      actions.map(({ order }) => order),
    ),
    actions.length === 1,
  );
  const exchanges: Exchange[] = [];
  const reports: string[] = [];
  const says: string[] = [];
  for (const [at, action] of actions.entries()) {
    const performed = action.perform();
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

/** A call that was made before in the turn, to the same end, is answered with a word about it. */
function repeatedTold(exchange: Exchange, at: number, all: readonly Exchange[]): Exchange {
  const same = (one: Exchange) =>
    one.tool === exchange.tool &&
    one.answer === exchange.answer &&
    JSON.stringify(one.arguments) === JSON.stringify(exchange.arguments);
  const repeated = all.slice(0, at).some(same);
  return repeated ? { ...exchange, answer: `${exchange.answer}\n${productTexts.sameCall}` } : exchange;
}

function joinedOrders({ chance, language }: Scene, orders: readonly string[]): string {
  const [first = "", second, third] = orders;
  if (second === undefined) return first;
  if (language === "en") {
    const two = chance.pick([", then ", ", then ", " and then ", " and ", ". Then ", ", and then "]);
    const three = chance.pick([", then ", ", and then ", ", and finally ", " and ", ". Finally, "]);
    return first + two + second + (third === undefined ? "" : three + third);
  }
  const two = chance.pick(["，然后", "，再", "，接着", "。然后", "，并"]);
  const three = chance.pick(["，最后", "，再", "，然后", "。最后"]);
  return first + two + second + (third === undefined ? "" : three + third);
}
