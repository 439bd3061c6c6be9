import type { CallSubject, Risk } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { file, judge, line, type Told, veiled, verdicts } from "./judge.ts";
import { ofMode, ofRules } from "./judged-calls.table.ts";

describe("mode × risk", () => {
  it.each(ofMode)("%s", (_, told, expected) => expect(verdicts(told)).toBe(expected));
});

describe("rules", () => {
  it.each(ofRules)("%s", (_, told, expected) => expect(verdicts(told)).toBe(expected));
});

describe("what is remembered byte for byte", () => {
  it("lets through what asks, but nothing that asks each time", () => {
    expect(judge({ grants: ["d"] }).decision).toEqual({ kind: "allow", by: "grant" });
    expect(judge({ grants: ["d"], subject: veiled("$x") }).decision.kind).toBe("allow");
    for (const risk of ["destructive", "external"] satisfies Risk[])
      expect(judge({ grants: ["d"], risk }).decision.kind).toBe("ask");
    expect(judge({ grants: ["d"], rules: ["deny shell"] }).decision.kind).toBe("deny");
    expect(judge({ grants: ["d"], mode: "plan" }).decision.kind).toBe("deny");
  });
});

describe("what is offered", () => {
  it("is the narrowest rule for this call, and nothing where it may not be remembered", () => {
    expect(judge({}).rules).toEqual(["command: npm test"]);
    expect(judge({ subject: line("npm test && tail x"), reading: [1] }).rules).toEqual(["command: npm test"]);
    expect(judge({ tool: "edit", subject: file("./src/a"), risk: "edit" }).rules).toEqual([
      "edit path: src/a",
    ]);
    for (const told of [
      { subject: veiled("$x") },
      { risk: "destructive" },
      { risk: "external" },
      { risk: "edit", reasons: ["protected_path"], tool: "edit", subject: file(".git/x") },
      { tool: "edit", subject: file("a*b"), risk: "edit" },
    ] satisfies Told[])
      expect(judge(told).rules).toBeUndefined();
  });

  it("lets the same call through when it stands as a rule", () => {
    const quoted: CallSubject = {
      commands: ["git commit -m 'a * b'"],
      simple: [{ words: ["git", "commit", "-m", "a * b"], joint: "" }],
      alike: true,
    };
    const [rule = ""] = judge({ subject: quoted }).rules ?? [];
    expect(judge({ subject: quoted, rules: [`allow ${rule}`] }).decision.kind).toBe("allow");
  });
});

it("a decision tells how it came about", () => {
  const { trace } = judge({ subject: line("npm test && rm x"), rules: ["allow command: npm test"] });
  expect(trace.map(({ step }) => step)).toEqual(["mode", "line_read", "risk", "part_uncovered", "mode_asks"]);
  expect(trace[3]?.params).toEqual({ part: "rm x" });
});

it("tells in every mode that a command would run in the sandbox", () => {
  const steps = ["mode", "line_read", "risk", "in_sandbox", "mode_asks"];
  expect(judge({ mode: "ask", confined: true }).trace.map(({ step }) => step)).toEqual(steps);
});

it("tells that git would look further up, and asks", () => {
  const { decision, trace } = judge({ subject: line("git status"), unproven: "git_above" });
  expect(decision.kind).toBe("ask");
  expect(trace.map(({ step }) => step)).toEqual(["mode", "line_read", "risk", "git_above", "mode_asks"]);
});

it("says of a rule that allows what asks each time that it is not heard", () => {
  const { decision, trace } = judge({
    risk: "destructive",
    subject: line("rm a"),
    rules: ["allow command: rm *"],
  });
  expect(decision.kind).toBe("ask");
  expect(trace.at(-1)).toEqual({
    step: "rule_unheard",
    params: { rule: "command: rm *", origin: "user" },
  });
});
