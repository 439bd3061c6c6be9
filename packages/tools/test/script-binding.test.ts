import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { namedScripts } from "../src/shell/named-scripts.ts";
import { workplace } from "./fixtures/workplace.ts";

const scripts = ["setup", "setup.sh", "setdir.sh", "a/b/x.sh", "b/x.sh", "pm.py", "pk/__main__.py", "nm.js"];
const others = [
  "rules",
  "Makefile",
  "package.json",
  ".npmrc",
  "justfile",
  "prog",
  "hook",
  "home/setup",
  "list",
];
const files = [...scripts, ...others];

async function given() {
  const place = await workplace();
  const write = async (content: string) => {
    for (const file of files) await place.put(file, content);
  };
  await write("echo one\n");
  const named = (command: string, opened = true) =>
    namedScripts(command, place.root, "s1-c1", { opened, home: join(place.root, "home") });
  const bound = async (command: string, opened = true) => (await named(command, opened)).binding;
  return { place, write, named, bound };
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
    const { write, named } = await given();
    const { binding: before, unread } = await named(line);
    await write("echo two\n");
    const { binding: after } = await named(line);
    expect(before.unread === undefined).toBe(!unread);
    if (!unread) expect(after).not.toEqual(before);
    expect(Object.keys(before).length).toBeGreaterThan(0);
  },
);

const known = [
  'sh "$PWD/setdir.sh"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's
  "sh ${PWD}/setdir.sh",
  'sh "$(pwd)/setup"',
  "sh ~/setup",
  'sh "$HOME/setup"',
  "$HOME/setup",
  "sh setd*.sh",
  "sh set[u]p",
  "sh set{up,}.sh",
  'cd a && sh "$PWD/b/x.sh"',
  "sh -c 'sh ~/setup'",
  "make",
  "make -f rules all",
  "make -sf rules",
  "make --file=rules",
  "awk -f prog data",
  "gawk -vx=1 --file prog",
  "sed -n -f prog data",
  "sed -nf prog data",
  "BASH_ENV=./hook bash -c true",
  "env BASH_ENV=hook bash -c true",
  "export BASH_ENV=hook; bash -c true",
  "ENV=./hook sh -i -c true",
  "NODE_OPTIONS='--require ./nm' node -e 1",
  "export NODE_OPTIONS=--import=./nm.js; npm test",
  "node -r ./nm -e 1",
  "node --import ./nm.js -e 1",
  "node --import=./nm -e 1",
  "PYTHONSTARTUP=hook python3 -i -c 1",
  "ruby -r./hook -e 1",
  "git -c core.pager=./hook log",
  "git --no-pager -c core.sshCommand='sh hook' fetch",
  "git -c alias.x='!sh hook' x",
  "git rebase -x 'sh hook' main",
  "GIT_PAGER=./hook git -p log",
  "GIT_SSH_COMMAND='sh hook' git fetch",
  "env -S 'sh setup'",
  "npm run x",
  "just",
  "just -f rules",
  ". ./hook",
  "source hook",
  "bash --rcfile hook -ic true",
  "LD_PRELOAD=./hook ls",
  "make SHELL=./hook",
  "rsync -e ./hook a b:c",
  "tclsh prog",
  "expect -f prog",
  "julia prog",
  "busybox sh setup",
  "/lib64/ld-linux-x86-64.so.2 ./prog",
  "java -jar prog",
  "vim -es -S prog",
  "emacs --script prog",
  "gdb -x prog a.out",
  "psql -f prog",
];

it.each(known)("a yes covers the bytes of what a line runs by another way: %s", async (line) => {
  const { write, named } = await given();
  const before = await named(line);
  expect(before).toMatchObject({ unread: false });
  await write("echo two\n");
  expect((await named(line)).binding).not.toEqual(before.binding);
});

const riddles = [
  'sh "$X"',
  "D=a; sh $D/b/x.sh",
  "sh ~+/setup",
  "sh ~root/setup",
  "sh /proc/self/cwd/setup.sh",
  "sh /tmp/../proc/self/cwd/setup.sh",
  "sh link/setup.sh",
  "HOME=a; sh ~/setup",
  "export HO''ME=a; sh ~/setup",
  "read -r HOME < list; sh $HOME/setup",
  'PWD=a; sh "$PWD/b/x.sh"',
  "eval 'HO''ME=a'; sh ~/setup",
  "sudo sh -c 'sh ~/setup'",
  "shopt -s globstar; sh **/x.sh",
  "sh -$X setup",
  "env $X sh setup",
  'sh -c "echo $X"',
  'node -e "$(cat prog)"',
  "find . -name x.sh -exec sh {} ';'",
  "find . -name x.sh -exec {} ';'",
  "cat list | xargs sh",
  "xargs -a list sh",
  "xargs -I% sh % < list",
  "make -f $X",
  'make -C "$X"',
  'cd "$PWD/a" && sh b/x.sh',
  "CDPATH=a; cd b && sh x.sh",
  "perl -I lib -MFoo -e 1",
  "ruby -Ilib -rfoo -e 1",
  "PERL5LIB=lib perl -MFoo -e 1",
  "java -cp . Main",
  "PYTHONPATH=lib python3 -c 1",
  "PATH=$PWD/bin:$PATH tool",
  "PATH=bin:$PATH tool",
  "git -c core.hooksPath=hooks commit",
  "git --exec-path=bin log",
  "BASH_ENV='$(cat list)' bash -c true",
];

it.each(riddles)("a line whose files cannot be bound says so: %s", async (line) => {
  const { place, named } = await given();
  await symlink("/proc/self/cwd", join(place.root, "link"));
  expect(await named(line)).toMatchObject({ unread: true, binding: { unread: "s1-c1" } });
  expect((await named(line, false)).unread).toBe(true);
});

it("a file that comes to fit a pattern is another ground", async () => {
  const { place, bound } = await given();
  const before = await bound("sh setd*.sh");
  await place.put("setdaa.sh", "echo two\n");
  expect(await bound("sh setd*.sh")).not.toEqual(before);
});

it("a folder in which commands of the session write counts like the workspace", async () => {
  const { place } = await given();
  const shared = join(place.outer, "shared");
  await mkdir(shared);
  await writeFile(join(shared, "setup"), "echo one\n");
  const bound = () =>
    namedScripts("sh /tmp/setup", place.root, "s1-c1", { kept: new Map([["/tmp", shared]]) });
  const before = await bound();
  await writeFile(join(shared, "setup"), "echo two\n");
  expect((await bound()).binding).not.toEqual(before.binding);
  expect(Object.keys(before.binding)).toEqual(["script /tmp/setup"]);
});

it("a line of many lines is read no further than a person could", async () => {
  const { named } = await given();
  const many = Array.from({ length: 200 }, (_, at) => `sh -c 'a${at}'`);
  expect(await named(many.join("; "))).toMatchObject({ unread: true });
  expect(await named(many.join(" "))).toMatchObject({ unread: true });
});

it("a file that is not there yet, or a folder in its place, is bound as nothing", async () => {
  const { place, bound } = await given();
  const script = `script ${join(place.root, "new")}`;
  expect(await bound("sh new")).toEqual({ [script]: "nothing" });
  await mkdir(join(place.root, "new"));
  expect(await bound("sh new")).toEqual({ [script]: "nothing" });
});

const harmless = [
  "git clean -fdx",
  'git switch -c "$BRANCH"',
  "git log -x",
  "grep -C 3 x data",
  "perl -MIO::File -e 1",
  "PATH=/usr/local/bin:$PATH tool",
  'PATH="/opt/bin:$PATH" tool',
  "find . -name x | xargs grep y",
  "awk -F: '{print $1}' data",
  "rsync -avz --delete data b:c",
  "env FOO=bar tool",
];

it("ordinary lines are bound to their scripts and nothing else, and only one that gets more is unread", async () => {
  const { place, named, bound } = await given();
  await place.put("package.json", "{}\n");
  await place.put("data.txt", "one\n");
  const script = (name: string) => `script ${join(place.root, name)}`;
  const names = async (line: string, opened = true) => Object.keys(await bound(line, opened));
  await rm(join(place.root, ".npmrc"));
  expect(await names("npm test")).toEqual([script("package.json")]);
  expect(await names('python3 pm.py data.txt "$X" *')).toContain(script("pm.py"));
  expect(await names('python3 pm.py data.txt "$X" *')).not.toContain("unread");
  expect(await names("python3 pm.py data.txt < data.txt")).not.toContain(script("data.txt"));
  for (const line of harmless)
    expect({ line, ...(await named(line)) }).toEqual({ line, binding: {}, unread: false });
  expect(await names("sh -c 'echo hello'")).toEqual([]);
  expect(await names("python3 -c 'print(1)'")).toEqual([]);
  expect(await names("git commit -m 'run sh $X'")).toEqual([]);
  expect(await names("python3 - <<'X'\nprint(1)\nX")).toEqual([]);
  expect(await names('echo "$X" *')).toEqual([]);
  expect(await names('sh "$X"', false)).toEqual([]);
  expect(await names('sh "$X"')).toEqual(["unread"]);
});
