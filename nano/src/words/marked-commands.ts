import type { Chance } from "../chance.ts";
import type { Names } from "./names.ts";
import { words } from "./prose.ts";

/** A command line with marks in it, and what it prints where that follows from it. */
type MarkedCommand = { line: string; prints?: string; writes?: { path: string; text: string } };

/** Copied letter for letter: marks, pipes and all. */
export function markedCommand(chance: Chance, names: Names): MarkedCommand {
  const word = names.word;
  const some = () => words(chance, names, 1, 3);
  const count = () => chance.whole(1, 20);
  const [one, two] = [chance.whole(1, 99), chance.whole(1, 99)];
  const plain = (line: string) => () => ({ line });
  return chance.weighed<() => MarkedCommand>([
    [() => printed(some(), (said) => `node -e "console.log('${said}')"`), 3],
    [() => printed(some(), (said) => `node -e 'console.log("${said}")'`), 2],
    [() => ({ line: `node -e "console.log(${one}+${two})"`, prints: `${one + two}` }), 1],
    [() => ({ line: `python3 -c 'print(${one}+${two})'`, prints: `${one + two}` }), 2],
    [() => printed(some(), (said) => `python3 -c "print('${said}')"`), 2],
    [() => printed(`${word()}'s ${some()}`, (said) => `echo "${said}"`), 2],
    [() => printed(some(), (said) => `echo "${said}"`), 2],
    [() => printed(some(), (said) => `echo '${said}'`), 1],
    [() => printed(some(), (said) => `printf '${said}\\n'`), 1],
    [plain(`grep -n "${word()} ${word()}" ${names.path()} | head -${count()}`), 3],
    [plain(`grep -rn '${word()}' . | wc -l`), 2],
    [plain(`grep -c "${word()}" ${names.path()}`), 1],
    [plain(`ls -la | ${chance.pick(["wc -l", `head -${count()}`, `grep ${word()}`])}`), 3],
    [plain(`git log --oneline -${count()}`), 1],
    [plain(`git log --oneline | head -${count()}`), 1],
    [plain(`find . -name '*.${chance.pick(["md", "js", "py", word()])}'`), 2],
    [plain(`find . -name "*.${word()}" | wc -l`), 2],
    [plain(`cat ${names.path()} && cat ${names.path()}`), 1],
    [plain(`cat ${names.path()} | ${chance.pick(["sort", "wc -l", "sort | uniq", `head -${count()}`])}`), 3],
    [plain(`sed -n '${one},${one + two}p' ${names.path()}`), 1],
    [plain(`awk '{print $${chance.whole(1, 4)}}' ${names.path()}`), 1],
    [() => written(`${word()}.txt`, some()), 2],
  ])();
}

const printed = (said: string, line: (said: string) => string): MarkedCommand => ({
  line: line(said),
  prints: said,
});

const written = (path: string, text: string): MarkedCommand => ({
  line: `echo ${text} > ${path}`,
  prints: "",
  writes: { path, text },
});
