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

/** The user asks for something and then says no when Kestrel asks back, or the session is in plan mode. `undo` puts the world as it was. */
export function deniedTurn(scene: Scene, action: Action, undo: () => void, planned = false): Turn {
  const { chance } = scene;
  const user = politely(scene, action.order, { single: true, given: action.given === true });
  const { exchanges } = action.perform();
  undo();
  const asks = ({ tool, mistake }: Exchange) => tool !== "read" && tool !== "search" && !mistake;
  const asked = exchanges.findIndex(asks);
  const kept = exchanges.slice(0, asked + 1).filter(({ mistake }) => !mistake);
  const last = kept.at(-1);
  if (!last) throw new Error("nothing in this turn asks");
  const reason = !scene.real && chance.maybe(0.3) ? chance.pick(reasons) : undefined;
  const answer = planned ? productTexts.planned : productTexts.denied(reason);
  const parts: Part[] = kept.map((exchange) =>
    exchange === last
      ? { kind: "call", exchange: { ...exchange, answer, ok: false } }
      : { kind: "call", exchange },
  );
  const { path, command } = last.arguments as { path?: string; command?: string };
  const text = said(scene, (planned ? planWords : noWords)(path, command));
  return {
    skill: "denied",
    user,
    parts: [...parts, { kind: "words", text }],
    ...(planned ? { planned } : { denied: true }),
    says: [command ?? path ?? ""],
  };
}

const noWords = (path: string | undefined, command: string | undefined) =>
  command === undefined
    ? { en: `You denied it, so ${path} is as it was.`, zh: `你拒绝了，所以 ${path} 没有改动。` }
    : { en: `You denied it, so ${command} was not run.`, zh: `你拒绝了，所以没有运行 ${command}。` };

const planWords = (path: string | undefined, command: string | undefined) =>
  command === undefined
    ? {
        en: `This session is in plan mode, so ${path} is as it was.`,
        zh: `现在是计划模式，所以 ${path} 没有改动。`,
      }
    : {
        en: `This session is in plan mode, so ${command} was not run.`,
        zh: `现在是计划模式，所以没有运行 ${command}。`,
      };
