import { describe, expect, it } from "vitest";
import { completions, readSlash } from "../src/slash-command.ts";

describe("a line of the dialogue", () => {
  it.each([
    ["hello", { kind: "words", text: "hello" }],
    ["/usr/bin/env is missing", { kind: "words", text: "/usr/bin/env is missing" }],
    ["look at /mode", { kind: "words", text: "look at /mode" }],
    ["/mode plan", { kind: "command", command: "mode", argument: "plan" }],
    [" /EXIT ", { kind: "command", command: "exit", argument: "" }],
    ["/quit", { kind: "command", command: "exit", argument: "" }],
    ["/?", { kind: "command", command: "help", argument: "" }],
    ["/mdoe plan", { kind: "unknown", written: "/mdoe", suggestion: "mode" }],
    ["/modle", { kind: "unknown", written: "/modle", suggestion: "model" }],
    ["/stat", { kind: "unknown", written: "/stat", suggestion: "status" }],
    ["/tree", { kind: "unknown", written: "/tree", suggestion: undefined }],
    ["/frobnicate", { kind: "unknown", written: "/frobnicate", suggestion: undefined }],
    ["/", { kind: "unknown", written: "/", suggestion: undefined }],
  ])("%j is read", (line, read) => {
    expect(readSlash(line)).toEqual(read);
  });

  it.each([
    ["/st", ["/status"]],
    ["/mo", ["/mode ", "/model"]],
    ["/an", ["/answer"]],
    ["/mode p", ["/mode plan"]],
    ["/sampling te", ["/sampling temperature "]],
    ["/sampling top_k 40 se", ["/sampling top_k 40 seed "]],
    ["/mode ", ["/mode plan", "/mode ask", "/mode edits", "/mode auto"]],
    ["hello", []],
    ["/zzz", []],
  ])("%j can become %j", (line, choices) => {
    expect(completions(line)).toEqual(choices);
  });

  it.each([
    ["/p", ["/permissions", "/prompts", "/pdf ", "/plan "]],
    ["/pd", ["/pdf "]],
    ["/pdf", ["/pdf "]],
    ["/pdf x", []],
    ["/st", ["/status"]],
    ["/skills ", ["/skills on ", "/skills off "]],
    ["/skills of", ["/skills off "]],
    ["/skills off ", ["/skills off pdf", "/skills off plain"]],
    ["/skills off pd", ["/skills off pdf"]],
    ["/skills on ", ["/skills on birds"]],
  ])("%j can become %j where prompts and skills are known", (line, choices) => {
    const skills = [
      { name: "pdf", on: true },
      { name: "birds", on: false },
      { name: "plain", on: true },
    ];
    // One that has a command's name is not called by it.
    expect(completions(line, undefined, { names: ["pdf", "plan", "status"], skills })).toEqual(choices);
  });
});
