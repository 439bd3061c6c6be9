import type { CallSubject, PermissionStep } from "@kestrel/protocol";
import { describe, expect, it } from "vitest";
import { speaker } from "../../src/i18n/say.ts";
import {
  type AskingCall,
  allows,
  approvalRuleOf,
  linesLikePatterns,
  switchFor,
} from "../../src/run/approval-rule.ts";

const say = await speaker("en");
const line = (text: string): CallSubject => ({
  commands: [text],
  simple: text.split(" && ").map((one) => ({ words: one.split(" "), joint: "" as const })),
  alike: true,
});
const runs = (text: string, more: Partial<AskingCall> = {}): AskingCall => ({
  subject: line(text),
  risk: "execute",
  reasons: [],
  ...more,
});
const allowing = (...allow: string[]) => approvalRuleOf({ allow }, say);

describe("--allow", () => {
  it("is a line, byte for byte", () => {
    expect(allows(allowing("npm test"), runs("npm test"))).toBe(true);
    expect(allows(allowing("npm test"), runs("npm test --all"))).toBe(false);
  });

  it("is not nothing", () => {
    expect(() => allowing("npm test", " ")).toThrow("--allow");
  });

  it.each(["bogus: z", "path: src/**", "edit path: src/**", "host: example.org", "write: a.txt"])(
    "is no rule about anything but commands: %s",
    (value) => {
      expect(() => allowing("npm test", value)).toThrow(
        `--allow takes a command line, or a rule about commands such as 'command: npm test *', not \`${value}\``,
      );
      expect(() => allowing("git commit -m 'a: b'", "echo note: b", "grep path: x", "a:b c")).not.toThrow();
    },
  );

  it("is a rule where it says what it is about", () => {
    const rule = allowing("command: touch *");
    expect(allows(rule, runs("touch a.txt"))).toBe(true);
    expect(allows(rule, runs("touch ../a.txt"))).toBe(false);
    expect(allows(rule, runs("touch a && make"))).toBe(false);
    expect(allows(allowing("command: touch *", "command: make"), runs("touch a && make"))).toBe(true);
  });

  it("lets nothing through by a rule that asks each time or that shells do not read alike", () => {
    const rule = allowing("command: rm *");
    expect(allows(rule, runs("rm a", { risk: "destructive" }))).toBe(false);
    expect(allows(rule, runs("rm a", { reasons: ["protected_path"] }))).toBe(false);
    expect(allows(rule, runs("rm a", { subject: { commands: ["rm a"] } }))).toBe(false);
    expect(allows(allowing("rm a"), runs("rm a", { risk: "destructive" }))).toBe(true);
  });

  it("lets a line through byte for byte that no rule can allow", () => {
    const subject = { commands: ["echo $x"], opaque: true as const };
    expect(allows(allowing("echo $x"), runs("echo $x", { subject }))).toBe(true);
    expect(allows(allowing("command: echo *"), runs("echo $x", { subject }))).toBe(false);
    expect(switchFor(runs("echo $x", { subject }))).toBe("--allow 'echo $x'");
  });

  it("knows a star outside a rule, which is a letter", () => {
    expect(linesLikePatterns(allowing("touch *", "make", "command: touch *"))).toEqual(["touch *"]);
  });
});

describe("--approve", () => {
  const [edits, all] = ["edits", "all"].map((approve) => approvalRuleOf({ approve }, say));
  const came = (...steps: PermissionStep["step"][]) => ({ trace: steps.map((step) => ({ step })) });
  const edit: AskingCall = { risk: "edit", reasons: ["changes_file"], ...came("mode", "risk", "mode_asks") };
  const inside = came("mode", "line_read", "risk", "in_sandbox", "mode_asks");

  it.each<[string, AskingCall, edits: boolean, all: boolean]>([
    ["an edit", edit, true, true],
    ["a protected place", { ...edit, reasons: ["protected_path"], ...came("asks_each_time") }, false, false],
    ["an edit of which somebody was stricter", { ...edit, ...came("mode_allows", "hook") }, true, false],
    ["a command in the sandbox", runs("npm test", inside), false, true],
    ["a command that no sandbox holds", runs("npm test", came("risk", "mode_asks")), false, false],
    ["a command of which nobody says how it asks", runs("npm test"), false, false],
    ["one that a rule asks about", runs("npm test", came("in_sandbox", "rule_asks")), false, false],
    ["one that names a secret", runs("cat .env", { ...inside, reasons: ["reads_secret"] }), false, false],
    ["what destroys", runs("rm a", { ...inside, risk: "destructive" }), false, false],
    ["what leaves the machine", runs("curl a", { ...inside, risk: "external" }), false, false],
  ])("%s", (_, call, byEdits, byAll) => {
    expect(edits && allows(edits, call)).toBe(byEdits);
    expect(all && allows(all, call)).toBe(byAll);
  });
});
