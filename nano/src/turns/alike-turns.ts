import { type ActionKind, pickAction } from "../actions/pick-action.ts";
import type { Scene } from "../scene.ts";
import { orderTurn } from "./order-turn.ts";
import { referTurn } from "./refer-turn.ts";
import { greetTurn } from "./talk.ts";
import type { Turn } from "./turn.ts";

/** Many short orders of one or two kinds with ever other names: what is done is what was said last, and not what was done before it. */
export function alikeTurns(scene: Scene): Turn[] {
  const { chance } = scene;
  // Files of installed packages would make it long.
  const short = { ...scene, real: true };
  const kinds = Array.from({ length: chance.whole(1, 2) }, () => chance.pick(shortKinds));
  return Array.from({ length: chance.whole(5, 10) }, (_, at) => {
    const other = at > 0 && chance.maybe(0.2) ? otherTurn(short) : undefined;
    return other ?? orderTurn(short, [pickAction(short, kinds)]);
  });
}

const otherTurn = (scene: Scene) => (scene.chance.maybe(0.5) ? greetTurn(scene, true) : referTurn(scene));

const shortKinds: readonly ActionKind[] = [
  "read",
  "search",
  "rename",
  "replace",
  "set",
  "insert",
  "create",
  "run",
  "move",
  "trouble",
];
