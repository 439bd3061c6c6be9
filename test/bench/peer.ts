import { spawn } from "node:child_process";
import { environmentIn } from "./built-program.ts";

/** Runs another agent's command line on one task, against this model server, to its end. Throws when it fails. */
export async function runPeer(command: string, folder: string, url: string): Promise<void> {
  const asked = { MODEL_URL: url, MODEL_NAME: "words", PROMPT: "hello" };
  const child = spawn("sh", ["-c", command], {
    ...{ cwd: folder, stdio: "ignore" },
    env: { ...environmentIn(folder), ...asked },
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`the peer ended with ${code}`);
}
