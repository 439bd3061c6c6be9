import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { outlineOf } from "../../../packages/tools/src/outline/outline.ts";
import { count } from "../fixed-token-account.ts";
import { forComparison, type Row } from "../row.ts";
import { type Asked, type AskTool, askTool, mean, spread, windows } from "./ask-tool.ts";

const most = 60;

/** Lines of a definition. */
type Part = { first: number; last: number };

const partsIn = (outline: string): Part[] =>
  [...outline.matchAll(/^\s*(\d+)(?:-(\d+))? /gm)].map(([, first, last]) => ({
    first: Number(first),
    last: Number(last ?? first),
  }));

/** Readers of files that do not fit into one answer, each in search of every definition in turn: one pages, one follows the outline where it names the place. */
export async function readRows(workspace: string, sources: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { window, units } of windows) {
    const ask = askTool(workspace, units);
    const cut: string[] = [];
    for (const path of sources)
      if ((await ask("read", { path })).text.includes("\n[defined below, by line:]")) cut.push(path);
    const files = spread(cut, most);
    const readings = await Promise.all(files.map((path) => readingsOf(ask, workspace, path)));
    const of = (take: (one: Reading) => number) => mean(readings.map(take));
    rows.push(
      forComparison(
        `outline, window ${window}: it has`,
        of(({ outline }) => outline),
        "tokens",
        `${files.length} of ${cut.length} files that do not fit`,
      ),
      forComparison(
        "  a definition at a random place, by pages",
        of(({ paged }) => paged.tokens),
        "tokens",
        `${of(({ paged }) => paged.calls).toFixed(2)} calls`,
      ),
      forComparison(
        "  by the outline",
        of(({ led }) => led.tokens),
        "tokens",
        `${of(({ led }) => led.calls).toFixed(2)} calls`,
      ),
      forComparison(
        "  the file to its end, without and with",
        of(({ whole }) => whole.without),
        "tokens",
        `${of(({ whole }) => whole.with).toFixed(0)} with`,
      ),
    );
  }
  return rows;
}

type Spent = { tokens: number; calls: number };
type Reading = { outline: number; paged: Spent; led: Spent; whole: { with: number; without: number } };

async function readingsOf(ask: AskTool, workspace: string, path: string): Promise<Reading> {
  const text = await readFile(join(workspace, path), "utf8");
  const parts = partsIn(outlineOf(path, text, 1, Number.POSITIVE_INFINITY));
  const [led, paged] = [await ask("read", { path }), await ask("read", { path, limit: 200 })];
  const told = partsIn(led.text.slice(led.text.indexOf("\n[defined below")));
  const spent = (asked: readonly Asked[]): Spent => ({
    ...{ tokens: asked.reduce((sum, { tokens }) => sum + tokens, 0), calls: asked.length },
  });
  const following: Spent[] = [];
  const paging: Spent[] = [];
  for (const part of parts) {
    paging.push(spent(await pages(ask, path, [paged], part.last)));
    const isTold = part.first > shownTo(led) && told.some(({ first }) => first === part.first);
    const { first: offset, last } = part;
    following.push(
      isTold
        ? spent(
            await pages(
              ask,
              path,
              [led, await ask("read", { path, offset, limit: last - offset + 1 })],
              last,
            ),
          )
        : spent(await pages(ask, path, [led], last)),
    );
  }
  const average = (all: readonly Spent[]) => ({
    ...{ tokens: mean(all.map(({ tokens }) => tokens)), calls: mean(all.map(({ calls }) => calls)) },
  });
  const end = text.split("\n").length - 1;
  return {
    outline: count(led.text.slice(led.text.indexOf("\n[defined below"))),
    ...{ paged: average(paging), led: average(following) },
    whole: {
      with: spent(await pages(ask, path, [led], end)).tokens,
      without: spent(await pages(ask, path, [paged], end)).tokens,
    },
  };
}

/** The last line that an answer shows; all of them where it says nothing of a part. */
const shownTo = ({ text }: Asked) =>
  Number(/^\[lines \d+-(\d+) of /m.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);

/** Goes on where the last answer ended until that line is shown. */
async function pages(ask: AskTool, path: string, from: readonly Asked[], until: number): Promise<Asked[]> {
  const asked = [...from];
  for (let last = from.at(-1); last && shownTo(last) < until; asked.push(last))
    last = await ask("read", { path, offset: shownTo(last) + 1 });
  return asked;
}
