import { describe, expect, it } from "vitest";
import { liveWords } from "../src/transcript/live-words.ts";

describe("the words of a reply while it is spoken", () => {
  it("never show the markup of a call, at whatever letter the stream stands", () => {
    const said = 'I look first.\n\n<tool_call>\n{"name":"read","arguments":{"path":"a"}}\n</tool_call>';
    for (let length = 0; length <= said.length; length++) {
      expect(liveWords(said.slice(0, length)).words).not.toMatch(/<|\{/);
    }
    expect(liveWords(said)).toEqual({ words: "I look first.", calling: true });
  });

  it.each([
    "a < b and c > d",
    "Use `<tool_call>` to call.",
    '```json\n{"name": "kestrel"}\n```',
    "- [x] done\n- [ ] open",
    "1\n\n2",
  ])("leave %j as it is", (text) => {
    expect(liveWords(text)).toEqual({ words: text, calling: false });
  });
});
