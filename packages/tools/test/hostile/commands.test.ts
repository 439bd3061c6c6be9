import { readdir } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { longestBlock, longestBlockAllowed } from "../../../../test/daemon/event-loop.ts";
import { workplace } from "../fixtures/workplace.ts";
import { shellRows } from "./commands.table.ts";
import { programRows } from "./programs.table.ts";

describe.each([...shellRows, ...programRows])("$id: $what", ({ commands, label, reads }) => {
  it(`${reads ? "asks nobody" : "asks as it is"}, is read by every shell alike or by none, and starts nothing while it is looked at`, async () => {
    const place = await workplace();
    const shell = place.tools.find(({ spec }) => spec.name === "shell");
    for (const command of commands) {
      const { result, blockedMs } = await longestBlock(() => place.assess("shell", { command }));
      const { risk, reasons, refused } = result;
      expect(refused, command).toBeUndefined();
      const asking = ["execute", "destructive", "external"];
      expect(reads ? ["read"] : asking, command).toContain(risk);
      expect(reasons).toContain(reads ? "reads_workspace" : "runs_command");
      if (label) expect(risk, command).toBe(label);
      const subject = (await shell?.describe({ command })) ?? {};
      expect(subject.commands).toEqual([command]);
      expect(subject.opaque === true, command).toBe(subject.alike !== true);
      if (reads) expect(subject.alike, command).toBe(true);
      expect(blockedMs).toBeLessThan(longestBlockAllowed);
    }
    expect(await readdir(place.root)).toEqual([]);
  });
});

it("refuses a command that holds a NUL, and an empty one, without starting a shell", async () => {
  const place = await workplace();
  for (const command of ["id\0", "", " \n"]) {
    const { outcome, exitCode } = await place.run("shell", { command });
    expect({ outcome, exitCode }).toEqual({ outcome: "error", exitCode: undefined });
  }
});
