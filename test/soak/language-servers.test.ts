import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languageErrors } from "@kestrel/tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { testBubblewrap } from "../machine.ts";
import { sandboxedWorkplace } from "../sandbox/sandboxed-workplace.ts";

/**
 * Real language servers. Each is named by the machine, as a command with absolute paths, outside /root: KESTREL_TEST_PYRIGHT,
 * KESTREL_TEST_TY, KESTREL_TEST_GOPLS, KESTREL_TEST_CLANGD, and KESTREL_TEST_DJANGO for a folder with Django 5.2. What is not named is
 * skipped. TypeScript 7 is a part of the project, and test/unit/sandbox/language-errors has it.
 */
const servers = [
  {
    ...{ name: "pyright", setting: "python", file: "a.py" },
    good: "import os\nold: str = 1\nkite = os.getcwd()\nprint(kite)\n",
    broken: ["print(kite)", "print(kit)", /^This change brought errors:\nline 4: .*kit/],
  },
  {
    ...{ name: "ty", setting: "python", file: "a.py" },
    good: "import os\nold: str = 1\nkite = os.getcwd()\nprint(kite)\n",
    broken: ["print(kite)", "print(kit)", /^This change brought errors:\nline 4: .*kit/],
  },
  {
    ...{ name: "gopls", setting: "go", file: "a.go" },
    beside: { "go.mod": "module example.org/a\n\ngo 1.21\n" },
    good: 'package main\n\nvar old string = 1\n\nfunc main() {\n\tkite := "k"\n\tprintln(kite)\n}\n',
    broken: ["println(kite)", "println(kite, kit)", /^This change brought errors:\nline 7: .*kit/],
  },
  {
    ...{ name: "clangd", setting: "c", file: "a.c" },
    good: 'static int old = "x" * 2;\nint main(void) {\n  int kite = 1;\n  return kite;\n}\n',
    broken: ["return kite", "return kit", /^This change brought errors:\nline 4: .*kit/],
  },
] as const;

const named = (name: string) => process.env[`KESTREL_TEST_${name.toUpperCase()}`];

/** Processes with this word in their command line. */
const running = (word: string) =>
  readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    const file = `/proc/${pid}/cmdline`;
    try {
      return existsSync(file) && readFileSync(file, "utf8").includes(word);
    } catch {
      return false; // expected: it ended meanwhile
    }
  }).length;

async function given(setting: string, line: string, beside: Readonly<Record<string, string>> = {}) {
  const place = await sandboxedWorkplace();
  const { PATH } = process.env;
  const languages = languageErrors({
    ...{ ...place.dependencies, programs: place.programs, commands: { [setting]: line }, patience: 60_000 },
    environment: { ...place.dependencies.environment, PATH, HOME: "/nowhere" },
  });
  onTestFinished(() => languages.end());
  for (const [name, text] of Object.entries(beside)) await place.put(name, text);
  return { ...place, languages };
}

describe.skipIf(testBubblewrap === undefined)("what a change broke, by real servers", () => {
  for (const server of servers) {
    const { name, setting, file, good } = server;
    const line = named(name) ?? "";
    it.skipIf(line === "")(
      `${name} tells what a change broke, and neither what was wrong before nor what was mended`,
      {
        timeout: 300_000,
      },
      async () => {
        const [was, is, told] = server.broken;
        const program = line.split(" ").findLast((word) => word.startsWith("/")) ?? line;
        const broken = good.replace(was, is);
        const { root, put, languages } = await given(setting, line, "beside" in server ? server.beside : {});
        const path = join(root, file);
        const after = async (before: string, text: string) => {
          const began = performance.now();
          const words = await languages.after(root, { path, before, after: text });
          await put(file, text);
          times.push(Math.round(performance.now() - began));
          return words;
        };
        const times: number[] = [];
        await put(file, good);
        languages.opened(root, path);
        expect(await after(good, broken)).toMatch(told);
        expect(await after(broken, good)).toBe("");
        expect(await after(good, broken)).toMatch(told);
        // Two changes at once: each is told of its own bytes or not at all.
        const twice = await Promise.all([after(good, broken), after(broken, good)]);
        expect(twice[1]).toBe("");
        expect(running(program)).toBeGreaterThan(0);
        console.log(`${name}: ms with the old text asked about too: ${times.join(", ")}`);
        languages.end();
        await expect.poll(() => running(program), { timeout: 10_000 }).toBe(0);
      },
    );
  }

  for (const name of ["pyright", "ty"]) {
    const line = named(name) ?? "";
    const django = named("django") ?? "";
    it.skipIf(line === "" || django === "")(
      `${name} never tells what is wrong in Django as it was released`,
      {
        timeout: 300_000,
      },
      async () => {
        const { root, put, languages } = await given("python", line);
        for (const file of ["core/paginator.py", "views/generic/list.py"]) {
          const text = readFileSync(join(django, "django", file), "utf8");
          const path = `django/${file}`;
          await put(path, text);
          const change = { path: join(root, path), before: text };
          languages.opened(root, join(root, path));
          expect(await languages.after(root, { ...change, after: `${text}\n# a note\n` })).toBe("");
          expect(
            await languages.after(root, { ...change, after: `${text}\nprint(kite_of_ours)\n` }),
          ).toContain("kite_of_ours");
        }
      },
    );
  }
});
