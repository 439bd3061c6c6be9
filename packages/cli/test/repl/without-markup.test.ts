import { expect, it } from "vitest";
import { WithoutMarkup } from "../../src/repl/without-markup.ts";

/** What is printed of a reply that comes letter by letter, and what at its end. */
function printed(said: string, text?: string): { live: string; atItsEnd: string } {
  const words = new WithoutMarkup();
  const live = [...said].map((letter) => words.spoken(letter)).join("");
  return { live, atItsEnd: words.whole(text) };
}

it("a call that a model writes as text is never printed, letter by letter", () => {
  const call = '<tool_call>\n{"name":"read","arguments":{"path":"a"}}\n</tool_call>';
  expect(printed(`I look first.\n\n${call}`, "I look first.")).toEqual({
    live: "I look first.\n\n",
    atItsEnd: "",
  });
  expect(printed(call, "")).toEqual({ live: "", atItsEnd: "" });
});

it("words that only looked like a call are printed at the end, once", () => {
  const said = "A list:\n[read(2)](page) and more\nlast";
  const { live, atItsEnd } = printed(said);
  expect(live + atItsEnd).toBe(said);
  expect(live).toBe("A list:\n");
});

it("ordinary words are printed as they come, and a reply that was lost leaves nothing behind", () => {
  const said = "a < b\n<div>\n```sh\n<tool_call>\n```\n- [ ] open\n{ x }";
  expect(printed(said)).toEqual({ live: said, atItsEnd: "" });
  const words = new WithoutMarkup();
  words.spoken("one\n<tool_call>");
  words.begin();
  expect(words.spoken("two")).toBe("two");
  expect(words.whole()).toBe("");
});
