import type { Scene } from "../scene.ts";

/** An order as somebody types it: politely or not, with a capital and a full stop or without. */
export function politely({ chance, language }: Scene, order: string, single: boolean): string {
  if (language !== "en") {
    const before = chance.weighed([
      ["", 70],
      ["请", 20],
      ["帮我", 10],
    ]);
    const trimmed = order.trim();
    const asks = /哪|什么/.test(trimmed);
    return before + trimmed + chance.pick(asks ? ["", "？"] : ["", "", "。"]);
  }
  const question = /^(what|where|which|what's)\b/.test(order);
  if (question) return cased(chance.maybe(0.6), order) + (chance.maybe(0.6) ? "?" : "");
  const dressed = chance.weighed([
    [order, 66],
    [`please ${order}`, 10],
    [single ? `can you ${order}?` : `can you ${order}`, 8],
    [single ? `could you ${order}?` : order, 4],
    [`${order}, please`, single ? 5 : 0],
    [`hey, ${order}`, 2],
    [`now ${order}`, 5],
  ]);
  const stop = /[?.]$/.test(dressed) || chance.maybe(0.6) ? "" : ".";
  return cased(chance.maybe(0.6), dressed) + stop;
}

function cased(capital: boolean, text: string): string {
  return capital ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
