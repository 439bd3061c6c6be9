import type { SessionSummary } from "@kestrel/protocol";
import { expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import { titleTable } from "../../src/session-lines/session-table.ts";
import { widthOf } from "../../src/terminal/width.ts";

const say = await speaker("en");
const session = (title: string) =>
  ({
    id: "smwz6seu83c792bd39ff249e3",
    title,
    workspace: "/home/ada/projects/ledger",
    changedAt: "2026-11-22T10:00:00Z",
    attention: "idle",
  }) as unknown as SessionSummary;
const sessions = [session("The CSV import drops the last row of a file"), session("修复导入")];

it.each([40, 80, 120])("sessions to resume are told by their titles first at %i columns", (columns) => {
  const rows = titleTable(sessions, { say, columns });
  expect(rows[0]).toMatch(/^The CSV import drop/);
  expect(rows[1]).toMatch(/^修复导入 {2}/);
  for (const row of rows) {
    expect(widthOf(row)).toBeLessThanOrEqual(columns);
    expect(row).not.toContain("ledger");
  }
});
