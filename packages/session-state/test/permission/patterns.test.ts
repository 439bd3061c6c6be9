import { parseRule } from "@kestrel/protocol";
import { matchesGlob, matchesHost, matchesPath, plainPath } from "@kestrel/text";
import { describe, expect, it } from "vitest";
import { computing } from "../../../../test/daemon/how-long.ts";
import { coversCommand, exactPattern, matchesCommand } from "../../src/permission/command-pattern.ts";

const words = (line: string) => line.split(" ");

describe("a command pattern", () => {
  it.each([
    ["npm test", "npm test", true],
    ["npm test", "npm test --watch", false],
    ["npm test", "npm", false],
    ["npm test*", "npm test", true],
    ["npm test*", "npm test:unit", true],
    ["npm test*", "npm test -- --grep x", true],
    ["npm test*", "npm te", false],
    ["npm test*", "npm run test", false],
    ["npm test *", "npm test", true],
    ["npm test *", "npm test a b", true],
    ["npm test *", "npm test:unit", false],
    ["npm run *:unit", "npm run test:unit", true],
    ["npm run *:unit", "npm run test:unit x", false],
    ["*", "rm x", true],
    ["'*'", "rm", false],
    ["git commit -m 'a *'", "git commit -m a", false],
    ["", "npm", false],
    ["npm 'test", "npm 'test", false],
    ["NPM test", "npm test", false],
  ])("%j is about %j: %s", (pattern, line, matches) => {
    expect(matchesCommand(pattern, words(line))).toBe(matches);
  });

  it.each([
    ["npm test*", ["npm", "test", "--", "-t", "a name"], true],
    ["npm test*", ["npm", "test", "src/a.test.ts"], true],
    ["npm test*", ["npm", "test", "--prefix", "../other"], false],
    ["npm test*", ["npm", "test", "--prefix=../other"], false],
    ["npm test*", ["npm", "test", "-C..", "x"], false],
    ["npm test*", ["npm", "test", "-C/srv"], false],
    ["npm test*", ["npm", "test/../../x"], false],
    ["make check*", ["make", "check", "SHELL=/tmp/x"], false],
    ["make check*", ["make", "check", "--eval=$(shell id)"], false],
    ["make check*", ["make", "check", "X=`id`"], false],
    ["git log*", ["git", "log", "--output=/srv/x"], false],
    ["git log*", ["git", "log", "--output", "~/.bashrc"], false],
    ["git log*", ["git", "log", "HEAD~2..HEAD"], true],
    ["cat ../notes *", ["cat", "../notes", "a"], true],
    ["cat '/etc/hosts'", ["cat", "/etc/hosts"], true],
    ["*", ["cat", "/etc/hosts"], false],
  ])("%j lets %j through: %s", (pattern, line, covers) => {
    expect(coversCommand(pattern, line)).toBe(covers);
  });

  it("made of words means exactly these", () => {
    for (const line of [
      ["git", "commit", "-m", "it's * a day"],
      ["echo", "", "*", "a  b"],
    ]) {
      const pattern = exactPattern(line) ?? "";
      expect(matchesCommand(pattern, line)).toBe(true);
      expect(matchesCommand(pattern, [...line, "x"])).toBe(false);
      expect(
        matchesCommand(
          pattern,
          line.map((word) => `${word}x`),
        ),
      ).toBe(false);
    }
    expect(exactPattern(["echo", "a\nb"])).toBeUndefined();
  });
});

describe("a path pattern", () => {
  it.each([
    ["src/**", "src/a/b.ts", true],
    ["src/**", "src", true],
    ["src/**", "src2/a", false],
    ["src/*", "src/a/b", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/", "src/a/b", true],
    ["./src/**", "src/a", true],
    ["**/*.pem", "a/b/c.pem", true],
    ["**/*.pem", "c.pem", true],
    ["*.pem", "deep/c.pem", true],
    ["secrets", "a/secrets/b", true],
    ["secrets/**", "../secrets/x", false],
    ["**", "anything/at/all", true],
  ])("%j is about %j: %s", (pattern, path, matches) => expect(matchesPath(pattern, path)).toBe(matches));

  it.each([
    ["./src/../src//a", "src/a"],
    ["/w/src/a", "src/a"],
    ["/w2/a", "/w2/a"],
    ["a/../../b", "../b"],
    ["src\\a", "src/a"],
    ["/w", "."],
  ])("below /w %j is %j", (path, plain) => expect(plainPath("/w", path)).toBe(plain));
});

it("a host pattern is about hosts, not about what only looks like one", () => {
  expect(matchesHost("*.example.org", "https://a.example.org/x")).toBe(true);
  expect(matchesHost("*.example.org", "https://example.org.evil.net")).toBe(false);
  expect(matchesHost("example.org", "http://user@evil.net/example.org")).toBe(false);
  expect(matchesHost("example.org", "http://evil.net@example.org:8080/")).toBe(true);
});

it("a glob made to be slow is not", () => {
  const computed = computing();
  expect(matchesGlob("*a".repeat(200), "a".repeat(500))).toBe(true);
  expect(matchesGlob(`${"*a".repeat(200)}b`, "a".repeat(2_000))).toBe(false);
  expect(computed()).toBeLessThan(1_000);
});

it.each([
  ["shell", { tool: "shell" }],
  ["command: npm test", { kind: "command", pattern: "npm test" }],
  ["edit path: src/**", { tool: "edit", kind: "path", pattern: "src/**" }],
  ["  host:example.org ", { kind: "host", pattern: "example.org" }],
])("a rule is read: %j", (text, rule) => expect(parseRule(text)).toEqual({ tool: undefined, ...rule }));

it.each(["", "npm test", "command:", "command: ", "a b c: d", "command: a\nb", `path: ${"x".repeat(600)}`])(
  "is no rule: %j",
  (text) => expect(parseRule(text)).toBeUndefined(),
);
