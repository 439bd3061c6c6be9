import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editor, runOutside } from "../terminal/run-outside.ts";

/** Releases the terminal until the promise settles. */
type Outside = (run: () => Promise<unknown>) => Promise<void>;

/** Edits a text in the user's editor; returns the command when it failed. */
export async function inEditor(
  text: string,
  outside: Outside,
): Promise<{ text: string } | { failed: string }> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-line-"));
  const file = join(folder, "message.md");
  try {
    await writeFile(file, text, { mode: 0o600 });
    const command = editor();
    let code: number | null = 0;
    await outside(async () => {
      code = await runOutside(`${command} "${file}"`);
    });
    return code === 0 ? { text: (await readFile(file, "utf8")).replace(/\n+$/, "") } : { failed: command };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Suspends this program: the shell has the terminal until it resumes it. */
export function suspend(outside: Outside): Promise<void> {
  return outside(
    () =>
      new Promise<void>((resolve) => {
        process.once("SIGCONT", () => resolve());
        process.kill(process.pid, "SIGTSTP");
      }),
  );
}
