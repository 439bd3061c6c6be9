import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { testBubblewrap } from "../../machine.ts";
import { sandboxedWorkplace } from "../../sandbox/sandboxed-workplace.ts";

it.skipIf(testBubblewrap === undefined)(
  "a folder that the user opened is written by commands in the sandbox, but for what others obey there; its neighbour is not",
  async () => {
    const parent = process.getuid?.() === 0 ? "/var/cache" : join(homedir(), ".cache");
    mkdirSync(parent, { recursive: true });
    const aside = mkdtempSync(join(parent, "kestrel-roots-"));
    onTestFinished(() => rmSync(aside, { recursive: true, force: true }));
    const [notes, other] = [join(aside, "notes"), join(aside, "other")];
    for (const folder of [aside, notes, other, join(notes, ".vscode")]) {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o777);
    }
    writeFileSync(join(notes, ".vscode", "tasks.json"), "{}");
    const place = await sandboxedWorkplace("confined", {}, [notes, join(aside, "gone")]);
    const command = [
      `echo mine > ${notes}/made`,
      `echo x > ${notes}/.vscode/settings.json`,
      `echo x > ${notes}/.envrc`,
      `echo x > ${other}/made`,
    ].join("; ");
    const { content } = await place.run("shell", { command });
    expect(readFileSync(join(notes, "made"), "utf8")).toBe("mine\n");
    expect(readdirSync(join(notes, ".vscode"))).toEqual(["tasks.json"]);
    expect(readdirSync(notes)).not.toContain(".envrc");
    expect(content).toContain(`${notes}/.envrc is now ${notes}/.envrc.put-aside-`);
    expect(readdirSync(other)).toEqual([]);
  },
);
