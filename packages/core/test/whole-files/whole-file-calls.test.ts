import { describe, expect, it } from "vitest";
import { wholeFileCalls } from "../../src/whole-files/whole-file-calls.ts";

const cart = { path: "shop/cart.py", text: "def total(items):\n    # all of it\n    return sum(items)\n" };
const settings = { path: "app.ini", text: "port = 80" };
const fresh = { path: "totals.json" };

const files = {
  named: [cart],
  seen: [settings],
  asks: false,
  refused: false,
  written: new Set<string>(),
  message: "",
};
const read = (text: string, more: Partial<Parameters<typeof wholeFileCalls>[1]> = {}) =>
  wholeFileCalls(text, { ...files, ...more });
const written = (text: string, more = {}) =>
  read(text, more)?.calls.map(({ arguments: given, rejected }) => rejected?.reason ?? JSON.parse(given));
const fenced = (code: string, language = "python") => `\`\`\`${language}\n${code}\n\`\`\``;
const body = "def total(items):\n    # all of it\n    return sum(items) * 2";

describe("a file that a reply writes whole", () => {
  it.each([
    ["its path on the line before", `shop/cart.py\n${fenced(body)}`],
    [
      "its name, marked and with words around",
      `Here it is.\n\n**\`cart.py\`**:\n\n${fenced(body)}\nIt doubles.`,
    ],
    ["its name in the fence", `\`\`\`python shop/cart.py\n${body}\n\`\`\``],
    ["a label", `File: ./shop/cart.py\n${fenced(body)}`],
    ["no name, where the message names one file", `Fixed:\n${fenced(body)}`],
  ])("is a write: %s", (_name, text) => {
    expect(written(text)).toEqual([{ path: "shop/cart.py", content: `${body}\n` }]);
    expect(read(text)?.text).not.toContain("return sum");
  });

  it("may be new, where the message names it, or another that was read", () => {
    const named = [fresh, { path: "sales.csv", text: "a\nb" }];
    expect(written(fenced('{"a": 1}', "json"), { named })).toEqual([
      { path: "totals.json", content: '{"a": 1}\n' },
    ]);
    expect(written(`app.ini\n${fenced("port = 90", "ini")}`)).toEqual([
      { path: "app.ini", content: "port = 90\n" },
    ]);
  });

  it("is not another one, where the block names what was written just now", () => {
    const more = { named: [fresh], written: new Set(["shop/cart.py"]) };
    expect(read(`shop/cart.py\n${fenced(body)}`, more)).toBeUndefined();
  });

  it("is the one of two named files whose lines the block repeats", () => {
    expect(written(fenced(body), { named: [cart, settings] })).toEqual([
      { path: "shop/cart.py", content: `${body}\n` },
    ]);
  });

  it("is taken from the last of several blocks of one file", () => {
    const text = `cart.py says\n${fenced(cart.text.trimEnd())}\ncart.py\n${fenced(body)}`;
    expect(written(text)).toEqual([{ path: "shop/cart.py", content: `${body}\n` }]);
  });

  it.each([
    ["a piece", `cart.py\n${fenced("    return 2")}`],
    ["lines left out", `cart.py\n${fenced("def total(items):\n    ...\n    # rest of the code")}`],
    ["a block without an end", `cart.py\n\`\`\`python\n${body}`],
  ])("is refused where it is not whole: %s", (_name, text) => {
    expect(written(text)).toEqual(["that leaves out lines of shop/cart.py, so nothing was written"]);
    expect(read(text, { refused: true })).toBeUndefined();
  });

  it.each([
    ["words", "I changed cart.py."],
    ["a command", `Run it:\n${fenced("python3 cart.py", "bash")}`],
    ["a name that nobody knows", `other.py\n${fenced(body)}\nmore.py\n${fenced(body)}`],
    ["a piece as the answer to a question", fenced("    return sum(items)"), { asks: true }],
    ["two unnamed blocks", `${fenced(body)}\nor\n${fenced(body)}`],
    ["a block like neither of two named files", fenced("x = 1", "text"), { named: [cart, settings] }],
    ["an unnamed block as the answer to a question", fenced(body), { asks: true }],
    [
      "an unnamed block like a file that the message does not name",
      fenced(body),
      { named: [], seen: [cart] },
    ],
    ["a file as it is", `cart.py\n${fenced(cart.text.trimEnd())}`],
  ] as const)("is none: %s", (_name, text, ...more: Parameters<typeof read>[1][]) => {
    expect(read(text, more[0])).toBeUndefined();
  });
});
