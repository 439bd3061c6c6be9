import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { batteryWatch } from "../../src/machine/on-battery.ts";

async function machine(
  supplies: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kestrel-power-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, facts] of Object.entries(supplies)) {
    await mkdir(join(folder, name));
    for (const [fact, text] of Object.entries(facts)) await writeFile(join(folder, name, fact), `${text}\n`);
  }
  return folder;
}

const battery = (status: string) => ({ type: "Battery", status });

describe("whether the machine runs on its battery", () => {
  it.each([
    ["a desktop", {}, false],
    [
      "a notebook that is unplugged",
      { AC: { type: "Mains", online: "0" }, BAT0: battery("Discharging") },
      true,
    ],
    [
      "a notebook that is plugged in",
      { AC: { type: "Mains", online: "1" }, BAT0: battery("Discharging") },
      false,
    ],
    ["a notebook on USB", { C1: { type: "USB", online: "1" }, BAT0: battery("Charging") }, false],
    ["a desktop with a mouse", { M: { ...battery("Discharging"), scope: "Device" } }, false],
  ])("is told for %s", async (_, supplies, answer) => {
    expect(await batteryWatch(await machine(supplies))()).toBe(answer);
  });

  it("is looked at anew after a while, and taken for plugged in where nothing tells", async () => {
    const folder = await machine({ BAT0: battery("Discharging") });
    let now = 0;
    const onBattery = batteryWatch(folder, () => now);
    expect(await onBattery()).toBe(true);
    await writeFile(join(folder, "BAT0", "status"), "Charging\n");
    expect(await onBattery()).toBe(true);
    now = 60_000;
    expect(await onBattery()).toBe(false);
    expect(await batteryWatch(join(folder, "nothing"))()).toBe(false);
  });
});
