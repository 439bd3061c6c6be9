import { expect, it } from "vitest";
import { SaidBefore } from "../../src/repl/said-before.ts";

it("words that were lost and are said again are printed once", () => {
  const before = new SaidBefore();
  expect(before.spoken("one two ")).toBe("one two ");
  before.lost();
  expect(before.spoken("one ")).toBe("");
  before.lost();
  expect(before.spoken("one t")).toBe("");
  expect(before.spoken("wo three")).toBe("three");
  expect(before.spoken(" four")).toBe(" four");
  expect(before.whole()).toBe("");
  expect(before.spoken("one two ")).toBe("one two ");
});

it("other words are printed whole, and so is a reply that says less", () => {
  const before = new SaidBefore();
  before.spoken("one two three");
  before.lost();
  expect(before.spoken("one ")).toBe("");
  expect(before.spoken("zwei")).toBe("one zwei");
  expect(before.spoken("!")).toBe("!");
  before.lost();
  expect(before.spoken("one ")).toBe("");
  expect(before.whole()).toBe("one ");
});
