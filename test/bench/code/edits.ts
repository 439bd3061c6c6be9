import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createProgramStarter, createSandbox, Standstill } from "@kestrel/runtime";
import { languageErrors } from "@kestrel/tools";
import { testBubblewrap } from "../../machine.ts";
import { withFolder } from "../built-program.ts";
import { count } from "../fixed-token-account.ts";
import { forComparison, notMeasured, quantile, type Row } from "../row.ts";
import { mean, spread } from "./ask-tool.ts";

const most = 32;

/** Edits of sources, looked at by TypeScript's own server: one that misspells a name, one that misspells a member, one that breaks nothing. */
export async function editRows(workspace: string, sources: readonly string[]): Promise<Row[]> {
  const bubblewrap = testBubblewrap;
  if (bubblewrap === undefined) return [notMeasured("errors after an edit", "no sandbox here")];
  return withFolder(async (folder) => {
    const sandbox = createSandbox({
      ...{ setting: "required", folder: join(folder, "sandbox"), path: dirname(bubblewrap) },
    });
    const supervisorPath = join(workspace, "packages/runtime/src/supervisor/supervisor.cjs");
    const languages = languageErrors({
      sandbox,
      programs: createProgramStarter({ supervisorPath, sandbox, standstill: new Standstill() }),
      commands: { typescript: `${process.execPath} node_modules/typescript/bin/tsc --lsp --stdio` },
      patience: 60_000,
    });
    const broken: { told: number; check: number }[] = [];
    const [times, harmless]: [number[], number[]] = [[], []];
    let missed = 0;
    const look = async (path: string, before: string, after: string) => {
      const began = performance.now();
      const told = await languages.after(workspace, { path: join(workspace, path), before, after });
      times.push(performance.now() - began);
      return told;
    };
    try {
      for (const path of spread(
        sources.filter((path) => path.endsWith(".ts")),
        most,
      )) {
        const text = await readFile(join(workspace, path), "utf8");
        harmless.push(count(await look(path, text, `${text}// A note.\n`)));
        for (const after of misspelt(text)) {
          const told = await look(path, text, after);
          if (told === "") missed += 1;
          else broken.push({ told: count(`\n${told}`), check: checkTokens(path, told) });
        }
      }
    } finally {
      languages.end();
    }
    const changes = broken.length + missed;
    return [
      forComparison(
        "errors after an edit: told of one that breaks something",
        mean(broken.map(({ told }) => told)),
        "tokens",
        `${broken.length} of ${changes} told`,
      ),
      forComparison("  of one that breaks nothing", mean(harmless), "tokens", `${harmless.length} edits`),
      forComparison(
        "  the same errors as a check prints them, with its call",
        mean(broken.map(({ check }) => check)),
        "tokens",
      ),
      forComparison(
        "  waited for, both texts, the median",
        quantile(times, 0.5),
        "ms",
        `${quantile(times, 0.9).toFixed(0)} for nine of ten`,
      ),
    ];
  });
}

/** The text with its last call of a function misspelt, and with its last member misspelt. */
function misspelt(text: string): string[] {
  return [/(?<=[\s(!])(?<!function )[a-z]\w{3,}(?=\()/g, /(?<=\w\.)[a-z]\w{3,}(?=\()/g].flatMap((pattern) => {
    const last = [...text.matchAll(pattern)].findLast(
      ({ 0: word }) => !/^(?:function|while|switch|catch|return|constructor)$/.test(word),
    );
    if (!last) return [];
    const end = last.index + last[0].length;
    return [`${text.slice(0, end)}Zx${text.slice(end)}`];
  });
}

/** The least that a model pays to hear it otherwise: it calls the compiler, which prints a line for each error. */
function checkTokens(path: string, told: string): number {
  const lines = [...told.matchAll(/^line (\d+): (.*)$/gm)].map(
    ([, line, words]) => `${path}(${line},5): error TS2304: ${words}`,
  );
  const call = JSON.stringify({ name: "shell", arguments: { command: "npx tsc --noEmit" } });
  return count(call) + count([...lines, "[exit code 2]"].join("\n"));
}
