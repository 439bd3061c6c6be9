import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { join } from "node:path";
import type { enginesHere } from "@kestrel/app/engine";
import type { RunningDaemon } from "@kestrel/app/find-daemon";
import { absent, passOver } from "@kestrel/diagnostics";
import type { Finding } from "./finding.ts";

type Fit = {
  setting: "typescript" | "python" | "go" | "c";
  /** Files that mark a folder as using that language. */
  marks: readonly string[];
  /** How to detect a program, and the matching setting. `says`: pattern that its version has to match. */
  servers: readonly { ask: readonly [string, string]; line: string; says?: RegExp }[];
};

/** Servers that use the protocol over stdio. Tested: TypeScript's own, included from version 7 on. */
const fits: readonly Fit[] = [
  {
    setting: "typescript",
    marks: ["tsconfig.json", "jsconfig.json"],
    servers: [{ ask: ["tsc", "--version"], line: "tsc --lsp --stdio", says: /^Version ([7-9]|\d\d)/ }],
  },
  {
    setting: "python",
    marks: ["pyproject.toml", "setup.py", "requirements.txt"],
    servers: [
      { ask: ["ty", "--version"], line: "ty server" },
      { ask: ["pyright", "--version"], line: "pyright-langserver --stdio" },
    ],
  },
  { setting: "go", marks: ["go.mod"], servers: [{ ask: ["gopls", "version"], line: "gopls" }] },
  {
    setting: "c",
    marks: ["compile_commands.json", "CMakeLists.txt", "Makefile"],
    servers: [{ ask: ["clangd", "--version"], line: "clangd" }],
  },
];

/** For each language of this folder: the configured server, whether the daemon gave up on it, or a suitable one on the PATH. */
export async function checkLanguages(
  { values }: Awaited<ReturnType<typeof enginesHere>>["config"],
  folder: string,
  running: RunningDaemon | undefined,
): Promise<Finding[]> {
  const status = await running?.client.call("status").catch(passOver("asking the daemon"));
  const silent = status?.notices.filter(({ code }) => code === "language_server_silent") ?? [];
  const found = await Promise.all(
    fits.map(async ({ setting, marks, servers }): Promise<Finding[]> => {
      const line = values[`languages.${setting}`];
      if (line !== undefined && silent.some(({ params }) => params.language === setting))
        return [
          {
            level: "warn",
            sentence: "doctor.languages.silent",
            facts: { setting, line },
            fix: "kestrel restart",
          },
        ];
      if (line !== undefined)
        return [{ level: "ok", sentence: "doctor.languages.named", facts: { setting, line } }];
      const there = await Promise.all(
        marks.map((mark) => access(join(folder, mark)).then(() => true, absent)),
      );
      if (!there.includes(true)) return [];
      for (const { ask, line: fitting, says = /./ } of servers)
        if (says.test(await answerOf(...ask)))
          return [{ level: "ok", sentence: "doctor.languages.fits", facts: { setting, line: fitting } }];
      return [];
    }),
  );
  return found.flat();
}

/** A program's output about itself; empty when it is missing. */
function answerOf(program: string, argument: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, [argument], { timeout: 5_000 }, (error, out) => resolve(error ? "" : out));
  });
}
