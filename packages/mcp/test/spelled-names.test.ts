import { describe, expect, it } from "vitest";
import { toolSpelled } from "../src/source/spelled-names.ts";

const known = [
  { server: "everything", tool: "get-sum" },
  { server: "everything", tool: "echo" },
  { server: "github", tool: "create_issue" },
  { server: "git", tool: "log" },
  { server: "gitlab", tool: "create_issue" },
  { server: "notes", tool: "read/all" },
];

describe("the tool that a name means", () => {
  it.each([
    ["everything/get-sum", "everything/get-sum"],
    ["everything__get-sum", "everything/get-sum"],
    ["every__get_sum", "everything/get-sum"],
    ["mcp__everything__getSum", "everything/get-sum"],
    ["Everything.Echo", "everything/echo"],
    ["git/log", "git/log"],
    ["github:create-issue", "github/create_issue"],
    ["notes/read/all", "notes/read/all"],
    ["notes__read_all", "notes/read/all"],
  ])("%s is %s", (spelled, meant) => {
    expect(toolSpelled(spelled, known)).toBe(meant);
  });

  it.each([
    // Two servers begin so.
    ["git__create_issue"],
    ["ev__get_sum"],
    ["everything__get_product"],
    ["everything"],
    ["get-sum"],
    ["other__get_sum"],
    ["__"],
    [""],
    ["x/".repeat(500)],
  ])("%s is none for certain", (spelled) => {
    expect(toolSpelled(spelled, known)).toBeUndefined();
  });
});
