import { describe, expect, it } from "vitest";
import { speaker } from "../../packages/cli/src/i18n/say.ts";
import { allows, approvalRuleOf } from "../../packages/cli/src/run/approval-rule.ts";
import { judge, type Told } from "../../packages/core/test/permission/judge.ts";
import { ofMode, ofRules } from "../../packages/core/test/permission/judged-calls.table.ts";

const rule = approvalRuleOf({ approve: "all" }, await speaker("en"));

/** What a run with `--approve all` says to the question of a call, in a session that asks; undefined where none is put. */
function answerTo(told: Told, mode: "ask" | "edits"): string | undefined {
  const { subject = {}, risk = "execute", reasons = [] } = told;
  const { decision, trace } = judge({ ...told, mode });
  if (decision.kind !== "ask") return undefined;
  return allows(rule, { subject, risk, reasons, trace }) ? "allow" : "ask";
}

describe("kestrel run --approve all, in a session whose mode stays what it is", () => {
  it.each([...ofMode, ...ofRules])(
    "says yes to what auto lets through, and to nothing else: %s",
    (_, told) => {
      const ofAuto = judge({ ...told, mode: "auto" }).decision.kind;
      for (const mode of ["ask", "edits"] as const) {
        const answer = answerTo(told, mode);
        if (answer !== undefined) expect(answer).toBe(ofAuto);
      }
    },
  );

  it("was asked about all that matters", () => {
    const answers = [...ofMode, ...ofRules].map(([, told]) => answerTo(told, "ask"));
    expect(new Set(answers)).toEqual(new Set(["allow", "ask", undefined]));
  });
});
