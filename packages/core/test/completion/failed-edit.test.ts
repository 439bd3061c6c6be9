import type { ToolEntry } from "@kestrel/session-state";
import { expect, it } from "vitest";
import { failedEdit } from "../../src/completion/contradiction.ts";

const failed = (path: string) =>
  ({
    risk: "edit",
    status: "error",
    changes: [],
    subject: { paths: [{ path, access: "write" }] },
  }) as unknown as ToolEntry;
const made = (path: string) => ({ risk: "edit", status: "ok", changes: [{ path }] }) as unknown as ToolEntry;

it("an edit that failed under the folder's own name is made up for under the file's", () => {
  expect(failedEdit([failed("app/x.ts"), made("x.ts")])).toBeUndefined();
  expect(failedEdit([failed("x.ts"), made("x.ts")])).toBeUndefined();
  expect(failedEdit([failed("app/lib/x.ts"), made("x.ts")])).toBe("app/lib/x.ts");
  expect(failedEdit([made("y.ts"), failed("x.ts")])).toBe("x.ts");
});
