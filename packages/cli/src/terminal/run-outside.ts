import { spawn } from "node:child_process";

/** Runs a program of the user's choice on this terminal, with `input` on its standard input. Resolves with its exit code. */
export function runOutside(command: string, input?: string): Promise<number | null> {
  return new Promise((resolve) => {
    const stdin = input === undefined ? "inherit" : "pipe";
    // Such a setting is a shell line: `less -R`, `code --wait`.
    const child = spawn(command, { shell: true, stdio: [stdin, "inherit", "inherit"] });
    child.once("error", () => resolve(null)); // expected: there is no shell; reported as any other failure
    child.once("close", (code) => resolve(code));
    child.stdin?.on("error", () => undefined); // expected: the user left the pager early
    child.stdin?.end(input);
  });
}

/** The user's pager. */
export const pager = (): string => process.env.PAGER || "less";

/** The user's editor. */
export const editor = (): string => process.env.VISUAL || process.env.EDITOR || "vi";
