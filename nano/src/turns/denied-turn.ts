import { type ActionKind, pickAction } from "../actions/pick-action.ts";
import { type Action, type Exchange, type Scene, said } from "../scene.ts";
import { productTexts } from "../world/product-texts.ts";
import { politely } from "./politely.ts";
import type { Part, Turn } from "./turn.ts";

const reasons = ["not now", "no", "use another name", "wait", "this is the wrong file", "do not touch it"];

/** Kestrel asks nobody about a command that only looks. */
const onlyLooks = /^(cat|date|df|echo|git|head|ls|pwd|tail|uname|wc|whoami)\b/;

/** Something that Kestrel asks about before it is done. */
export function pickAskingAction(scene: Scene, kinds: readonly ActionKind[]): Action {
  for (;;) {
    const action = pickAction(scene, kinds);
    if (!onlyLooks.test(action.command ?? "")) return action;
  }
}

/** The user asks for something and then says no when Kestrel asks back. `undo` puts the world as it was. */
export function deniedTurn(scene: Scene, action: Action, undo: () => void): Turn {
  const { chance } = scene;
  const user = politely(scene, action.order, true);
  const { exchanges } = action.perform();
  undo();
  const asks = ({ tool, mistake }: Exchange) => tool !== "read" && tool !== "search" && !mistake;
  const asked = exchanges.findIndex(asks);
  const kept = exchanges.slice(0, asked + 1).filter(({ mistake }) => !mistake);
  const last = kept.at(-1);
  if (!last) throw new Error("nothing in this turn asks");
  const answer = productTexts.denied(!scene.real && chance.maybe(0.3) ? chance.pick(reasons) : undefined);
  const parts: Part[] = kept.map((exchange) =>
    exchange === last
      ? { kind: "call", exchange: { ...exchange, answer, ok: false } }
      : { kind: "call", exchange },
  );
  const { path, command } = last.arguments as { path?: string; command?: string };
  const text =
    command === undefined
      ? said(scene, {
          en: `You denied it, so ${path} is as it was.`,
          zh: `你拒绝了，所以 ${path} 没有改动。`,
        })
      : said(scene, {
          en: `You denied it, so ${command} was not run.`,
          zh: `你拒绝了，所以没有运行 ${command}。`,
        });
  return {
    skill: "denied",
    user,
    parts: [...parts, { kind: "words", text }],
    denied: true,
    says: [command ?? path ?? ""],
  };
}
