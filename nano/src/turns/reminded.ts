import { ranTold } from "../actions/run.ts";
import { type Exchange, type Scene, said } from "../scene.ts";
import { productTexts } from "../world/product-texts.ts";
import type { Part } from "./turn.ts";

/** Files that Kestrel takes for code, of the kinds the corpus has. */
const code = /\.(?:js|ts|py|sh|css|html|rs|go)$/;

/** What Kestrel asks before it lets a turn end, by its definition of done, and what is said to that. */
export function reminded(scene: Scene, exchanges: readonly Exchange[]): Part[] {
  return [...checkWanted(scene, exchanges), ...editWanted(scene, exchanges)];
}

function checkWanted(scene: Scene, exchanges: readonly Exchange[]): Part[] {
  const { memory, world } = scene;
  const { check } = memory;
  const last = lastCheck(exchanges, check);
  const changed = changedCode(exchanges, check);
  if (changed.length === 0 || (check === undefined && memory.asked)) {
    return last && !last.ok && changedAny(exchanges) ? mendWanted(scene, last.command, last.answer) : [];
  }
  memory.asked = true;
  const reminder: Part = { kind: "reminder", text: productTexts.unverified(changed) };
  if (check === undefined) {
    const none = {
      en: "I know of no test, build or lint command here.",
      zh: "我不知道这里有什么测试、构建或检查命令。",
    };
    return [reminder, { kind: "words", text: said(scene, none) }];
  }
  const { text, ok } = world.shell(check);
  const exchange = { tool: "shell", arguments: { command: check }, answer: text, ok };
  const parts: Part[] = [
    reminder,
    { kind: "call", exchange },
    { kind: "words", text: ranTold(scene, check, text).report },
  ];
  return ok ? parts : [...parts, ...mendWanted(scene, check, text)];
}

function editWanted(scene: Scene, exchanges: readonly Exchange[]): Part[] {
  const refused = new Set<string>();
  for (const { tool, arguments: given, ok } of exchanges) {
    if (tool !== "edit" && tool !== "write") continue;
    if (ok) refused.delete(String(given.path));
    else refused.add(String(given.path));
  }
  const path = [...refused].at(-1);
  if (path === undefined) return [];
  return [
    { kind: "reminder", text: productTexts.failedEdit(path) },
    {
      kind: "words",
      text: said(scene, { en: `The change to ${path} is not made.`, zh: `${path} 没有改动。` }),
    },
  ];
}

function mendWanted(scene: Scene, command: string, answer: string): Part[] {
  const exitCode = Number(/^exit code (\d+)/.exec(answer)?.[1] ?? 1);
  const words = {
    en: `${command} still fails. I am too small to mend it; please look at it yourself.`,
    zh: `${command} 仍然失败。我太小，修不好它；请你自己看一下。`,
  };
  return [
    { kind: "reminder", text: productTexts.failedCheck(command, exitCode) },
    { kind: "words", text: said(scene, words) },
  ];
}

const isChange = ({ tool, ok }: Exchange) => ok && (tool === "edit" || tool === "write");
const changedAny = (exchanges: readonly Exchange[]) =>
  exchanges.some((one) => isChange(one) && code.test(String(one.arguments.path)));

/** Code files changed after the last check of the turn, each once. */
function changedCode(exchanges: readonly Exchange[], check: string | undefined): string[] {
  const paths = new Set<string>();
  for (const exchange of exchanges) {
    if (exchange.tool === "shell" && exchange.arguments.command === check) paths.clear();
    else if (isChange(exchange) && code.test(String(exchange.arguments.path)))
      paths.add(String(exchange.arguments.path));
  }
  return [...paths];
}

function lastCheck(exchanges: readonly Exchange[], check: string | undefined) {
  const found = exchanges.findLast(
    ({ tool, arguments: given }) => tool === "shell" && given.command === check,
  );
  return found && check !== undefined && { command: check, ok: found.ok, answer: found.answer };
}
