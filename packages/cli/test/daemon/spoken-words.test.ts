import { describe, expect, it } from "vitest";
import { SpokenWords } from "../../src/daemon/spoken-words.ts";

describe("words that come live, from the log and again after a broken connection", () => {
  it("are heard once each", () => {
    const words = new SpokenWords();
    const heard = [
      words.take("t1 1", 0, "Hello "),
      words.take("t1 1", 6, "wor"),
      words.take("t1 1", 0, "Hello wor"),
      words.take("t1 1", 0, "Hello world"),
      words.take("t1 1", 11, "!"),
      words.take("t1 2", 0, "Next"),
    ];
    expect(heard).toEqual(["Hello ", "wor", "", "ld", "!", "Next"]);
  });

  it("begin anew when they were taken back", () => {
    const words = new SpokenWords();
    words.take("t1 1", 0, "Hm, let me see.");
    words.takeBack("t1 1");
    expect(words.take("t1 1", 0, "Here")).toBe("Here");
  });

  it("are not made up where a piece is missing", () => {
    const words = new SpokenWords();
    words.take("t1 1", 0, "one ");
    expect(words.take("t1 1", 8, "three")).toBe("");
    expect(words.take("t1 1", 0, "one two three")).toBe("two three");
  });
});
