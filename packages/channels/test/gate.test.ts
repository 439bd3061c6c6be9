import { describe, expect, it } from "vitest";
import { judge, pairingCodeIn } from "../src/gate.ts";
import type { Incoming } from "../src/port.ts";

const rules = { admitted: ["7", "u1"], groups: ["g1"], pairing: false };
const direct: Incoming = {
  key: "1",
  from: { chat: "7", kind: "direct" },
  sender: "7",
  vouched: true,
  text: "hi",
};
const group: Incoming = { ...direct, from: { chat: "g1", kind: "group" }, mentioned: true };

describe("the gate", () => {
  it("admits who is listed, in a direct chat, and in a listed group that names the channel", () => {
    expect(judge(direct, rules)).toBe("admit");
    expect(judge(group, rules)).toBe("admit");
  });

  it.each<[string, Partial<Incoming>]>([
    ["a stranger", { sender: "8" }],
    ["a blank id", { sender: " " }],
    ["a program", { automatic: true }],
    ["a changed message", { edited: true }],
    ["a blank chat", { from: { chat: "", kind: "direct" } }],
    ["another group", { from: { chat: "g2", kind: "group" }, mentioned: true }],
    ["no mention", { from: { chat: "g1", kind: "group" }, mentioned: false }],
    [
      "a press in a group",
      { from: { chat: "g1", kind: "group" }, mentioned: true, press: { id: "1", data: "y" } },
    ],
    ["a command of a stranger", { sender: "8", text: "/start" }],
  ])("drops %s", (_, change) => {
    expect(judge({ ...direct, ...change }, rules)).toBe("drop");
  });

  it("drops a blank id although the list has one", () => {
    expect(judge({ ...direct, sender: "" }, { ...rules, admitted: [""] })).toBe("drop");
  });

  it("hears a code of a stranger only while a pairing is open, and never in a group", () => {
    const coded = { ...direct, sender: "8", text: "abcd 2345" };
    expect(judge(coded, rules)).toBe("drop");
    expect(judge(coded, { ...rules, pairing: true })).toBe("pair");
    expect(judge({ ...coded, text: "let me in" }, { ...rules, pairing: true })).toBe("drop");
    expect(judge({ ...group, sender: "8", text: "ABCD2345" }, { ...rules, pairing: true })).toBe("drop");
    expect(pairingCodeIn("abcd-2345")).toBe("ABCD2345");
  });
});
