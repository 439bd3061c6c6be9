import { spawn } from "node:child_process";

/** Runs a program of the person's choice on this terminal, with `input` to read if there is one. Resolves with its exit code. */
export function runOutside(command: string, input?: string): Promise<number | null> {
  return new Promise((resolve) => {
    const stdin = input === undefined ? "inherit" : "pipe";
    // Such a setting is a line for a shell: `less -R`, `code --wait`.
    const child = spawn(command, { shell: true, stdio: [stdin, "inherit", "inherit"] });
    child.once("error", () => resolve(null)); // expected: there is no shell; said as any other failure
    child.once("close", (code) => resolve(code));
    child.stdin?.on("error", () => undefined); // expected: a pager that was left early
    child.stdin?.end(input);
  });
}

/** The person's pager. */
export const pager = (): string => process.env.PAGER || "less";

/** The person's editor. */
export const editor = (): string => process.env.VISUAL || process.env.EDITOR || "vi";
