import { execFileSync } from "node:child_process";
import { link, mkdir, symlink, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Workplace } from "../fixtures/workplace.ts";

/** One hostile thing on disk or in a path, and what each tool that takes a path says to it. */
export type FileRow = {
  id: string;
  what: string;
  /** Paths the model names. */
  paths: readonly string[];
  arrange?: (place: Workplace) => Promise<unknown>;
  /** How it is refused; without it, the call is answered and shows nothing from outside. */
  refused?: RegExp;
};

const outside =
  /outside the workspace|leads nowhere|symbolic link|No such file|There is no file|NUL|empty|too long/;
const put = async (path: string, text: string) => {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
};

/** Rows by the number of the requirement. F06 is `confinement.test.ts`, F12 and F13 `places.test.ts`, F14 `change.test.ts`, F15 `killed-edit.test.ts`. */
export const fileRows: readonly FileRow[] = [
  {
    id: "F01",
    what: "steps upwards",
    paths: ["../x", "a/../../x", "..\\x", "a/./../..", "./.././x", "a/b/../../../x"],
    refused: outside,
  },
  {
    id: "F02",
    what: "other places by name",
    paths: ["/etc/passwd", "~/.ssh/id_rsa", "~root/x", "file:///etc/passwd", "FILE:///etc/passwd"],
    refused: outside,
  },
  {
    id: "F03",
    what: "a neighbour whose name begins alike",
    paths: ["../app-evil/secret"],
    arrange: ({ outer }) => put(join(outer, "app-evil/secret"), "SECRET"),
    refused: outside,
  },
  {
    id: "F04",
    what: "links that lead out, to files, to folders, to what is not there",
    paths: ["file", "folder/secret", "folder/new", "folder/new/deeper", "nowhere", "nowhere/x"],
    arrange: async ({ outer, root }) => {
      await put(join(outer, "outside/secret"), "SECRET");
      await symlink(join(outer, "outside/secret"), join(root, "file"));
      await symlink(join(outer, "outside"), join(root, "folder"));
      await symlink(join(outer, "missing"), join(root, "nowhere"));
    },
    refused: outside,
  },
  {
    id: "F05",
    what: "links in a circle, forty-one in a row, to the root and to the parent",
    paths: ["loop-a", "chain-0", "to-root/etc/passwd", "to-parent/outside/secret"],
    arrange: async ({ outer, root }) => {
      await put(join(outer, "outside/secret"), "SECRET");
      await symlink("loop-b", join(root, "loop-a"));
      await symlink("loop-a", join(root, "loop-b"));
      for (let at = 0; at < 41; at += 1)
        await symlink(at === 40 ? "../outside/secret" : `chain-${at + 1}`, join(root, `chain-${at}`));
      await symlink("/", join(root, "to-root"));
      await symlink("..", join(root, "to-parent"));
    },
    refused: outside,
  },
  {
    id: "F07",
    what: "a hard link to a file outside: it may be read",
    paths: ["hard"],
    arrange: async ({ outer, root }) => {
      await put(join(outer, "outside/plain"), "plain");
      await link(join(outer, "outside/plain"), join(root, "hard"));
    },
  },
  {
    id: "F08",
    what: "what is no file",
    paths: ["fifo", "zero", "environ", "folder-of-fifos/x"],
    arrange: async ({ root }) => {
      execFileSync("mkfifo", [join(root, "fifo")]);
      await mkdir(join(root, "folder-of-fifos"));
      execFileSync("mkfifo", [join(root, "folder-of-fifos/x")]);
      await symlink("/dev/zero", join(root, "zero"));
      await symlink("/proc/self/environ", join(root, "environ"));
    },
    refused: /not a regular file|outside the workspace/,
  },
  {
    id: "F09",
    what: "ten gibibytes that are not there, and one line of forty megabytes",
    paths: ["sparse.txt", "line.txt"],
    arrange: async ({ root }) => {
      await writeFile(join(root, "sparse.txt"), "begin\n".repeat(2000));
      await truncate(join(root, "sparse.txt"), 10 * 1024 ** 3);
      await writeFile(join(root, "line.txt"), "x".repeat(40_000_000));
    },
  },
  {
    id: "F09d",
    what: "a folder of twenty thousand names",
    paths: ["many"],
    arrange: ({ root }) => {
      execFileSync("sh", ["-c", "mkdir many && cd many && seq -f 'name-%05g' 20000 | xargs touch"], {
        cwd: root,
      });
      return Promise.resolve();
    },
  },
  {
    id: "F10",
    what: "bytes that are no text",
    paths: ["nul.bin", "wider.txt"],
    arrange: async ({ root }) => {
      await writeFile(join(root, "nul.bin"), Buffer.from([1, 0, 2]));
      await writeFile(join(root, "wider.txt"), Buffer.from("fffe00006100000062000000", "hex"));
    },
    refused: /binary|not UTF-8|already exists/,
  },
  {
    id: "F11",
    what: "names that are no names",
    paths: ["nul\0byte", "x".repeat(5000), ""],
    refused: outside,
  },
  {
    id: "F11n",
    what: "names that lie: they are shown spelled out",
    paths: ["new\nline", "esc\u001b[31m", "right\u202eleft", "-rf"],
    arrange: async ({ put: write }) => {
      for (const path of ["new\nline", "esc\u001b[31m", "right\u202eleft", "-rf"]) await write(path, "text");
    },
  },
];
