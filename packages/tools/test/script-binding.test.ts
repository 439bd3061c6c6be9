import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { namedScripts } from "../src/shell/named-scripts.ts";
import { workplace } from "./fixtures/workplace.ts";

const files = ["setup", "setup.sh", "setdir.sh", "a/b/x.sh", "b/x.sh", "pm.py", "pk/__main__.py", "nm.js"];

async function given() {
  const place = await workplace();
  const write = async (content: string) => {
    for (const file of files) await place.put(file, content);
  };
  await write("echo one\n");
  const bound = (command: string, opened = true) => namedScripts(command, place.root, "s1-c1", { opened });
  return { place, write, bound };
}

const lines = [
  "sh setup",
  "sh < setup",
  "cat setup | sh",
  "cat < setup | sh -s now",
  'sh "$PWD/setdir.sh"',
  "cd a && cd b && sh x.sh",
  "pushd a; sh b/x.sh",
  "cd a; pushd b; sh x.sh",
  'cd "$D" && sh x.sh',
  "D=a; sh $D/b/x.sh",
  "sh setd*.sh",
  "sh set{up,}.sh",
  "sh set[u]p",
  "sh ~/setup",
  "sh /proc/self/cwd/setup.sh",
  "python3 -m pm",
  "python3 -um pm",
  "python3 -m pk",
  "python3 pk",
  "node nm",
  "node --no-warnings nm",
  "env -C a sh b/x.sh",
  "env --chdir=a sh b/x.sh",
  "bash -o pipefail setup",
  "bash -ec 'sh setup'",
  "sh -c 'cd a && cd b && . ./x.sh'",
  "eval sh setup",
  "source setup",
  ". ./setup",
  "sh <<< 'sh setup'",
  "sh <<X\nsh setup\nX",
  "if true; then sh; fi < setup",
  "find . -name x.sh -exec sh {} ';'",
  "S=sh; $S setup",
  "sh <(cat setup)",
];

it.each(lines)(
  "a yes covers the bytes of what an interpreter runs, or says that it cannot: %s",
  async (line) => {
    const { write, bound } = await given();
    const before = await bound(line);
    await write("echo two\n");
    const after = await bound(line);
    if (before.unread === undefined) expect(after).not.toEqual(before);
    expect(Object.keys(before).length).toBeGreaterThan(0);
  },
);

it("a file that is not there yet, or a folder in its place, is bound as nothing", async () => {
  const { place, bound } = await given();
  const script = `script ${join(place.root, "new")}`;
  expect(await bound("sh new")).toEqual({ [script]: "nothing" });
  await mkdir(join(place.root, "new"));
  expect(await bound("sh new")).toEqual({ [script]: "nothing" });
});

it("ordinary lines are bound to their scripts and nothing else, and only one that gets more is unread", async () => {
  const { place, bound } = await given();
  await place.put("package.json", "{}\n");
  await place.put("data.txt", "one\n");
  const script = (name: string) => `script ${join(place.root, name)}`;
  const names = async (line: string, opened = true) => Object.keys(await bound(line, opened));
  expect(await names("npm test")).toEqual([script("package.json")]);
  expect(await names('python3 pm.py data.txt "$X" *')).toContain(script("pm.py"));
  expect(await names('python3 pm.py data.txt "$X" *')).not.toContain("unread");
  expect(await names("python3 pm.py data.txt < data.txt")).not.toContain(script("data.txt"));
  expect(await names("sh -c 'echo hello'")).toEqual([]);
  expect(await names("python3 -c 'print(1)'")).toEqual([]);
  expect(await names("git commit -m 'run sh $X'")).toEqual([]);
  expect(await names("python3 - <<'X'\nprint(1)\nX")).toEqual([]);
  expect(await names('echo "$X" *')).toEqual([]);
  expect(await names('sh "$X"', false)).toEqual([]);
  expect(await names('sh "$X"')).toEqual(["unread"]);
});
