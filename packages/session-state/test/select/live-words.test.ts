import { describe, expect, it } from "vitest";
import { liveWords } from "../../src/index.ts";

describe("the words of a reply while it is spoken", () => {
  it("never show the markup of a call, at whatever letter the stream stands", () => {
    const said = 'I look first.\n\n<tool_call>\n{"name":"read","arguments":{"path":"a"}}\n</tool_call>';
    for (let length = 0; length <= said.length; length++) {
      expect(liveWords(said.slice(0, length)).words).not.toMatch(/<|\{/);
    }
    expect(liveWords(said)).toMatchObject({ words: "I look first.", calling: true });
  });

  it("hold back a call in a fence of its own, and no other fence", () => {
    expect(liveWords("a\n```tool_call\n{}").words).toBe("a");
    expect(liveWords("a\n```").words).toBe("a");
    expect(liveWords("a\n```js\n1").words).toBe("a\n```js\n1");
  });

  it.each(["json", ""])("hold back a call that is written as data in a fence (%j)", (language) => {
    const said = `I edit.\n\n\`\`\`${language}\n{\n  "name": "edit",\n  "arguments": {"path": "a"}\n}\n\`\`\``;
    for (let length = 0; length <= said.length; length++)
      expect(liveWords(said.slice(0, length)).words).not.toMatch(/`|\{/);
    expect(liveWords(said).calling).toBe(true);
    const data = '```json\n{"name": "kestrel", "version": "1.0"}\n';
    expect(liveWords(data)).toMatchObject({ words: data, calling: false });
  });

  it("are the same read on from where they were read before", () => {
    const said = "a\n```\n<tool_call>\n```\nb\n[x] c\n<|channel|>commentary";
    let place: ReturnType<typeof liveWords>["place"] | undefined;
    for (let length = 0; length <= said.length; length++) {
      const read = liveWords(said.slice(0, length), place);
      expect(read).toEqual(liveWords(said.slice(0, length)));
      place = read.place;
    }
    expect(place?.at).toBe(said.indexOf("<|channel|>"));
  });

  it.each([
    "a < b and c > d",
    "Use `<tool_call>` to call.",
    '```json\n{"name": "kestrel"}\n```',
    "- [x] done\n- [ ] open",
    "[docs](https://example.org) and [1]",
    "<div>\n<toolbar>\n<functional>",
    "1\n\n2",
  ])("leave %j as it is", (text) => {
    expect(liveWords(text)).toMatchObject({ words: text, calling: false });
  });
});
