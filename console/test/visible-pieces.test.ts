import { describe, expect, it } from "vitest";
import { hasHidden, visiblePieces } from "../src/ui/visible-pieces.ts";

const shown = (text: string) =>
  visiblePieces(text)
    .map((piece) => piece.text)
    .join("");

describe("text from elsewhere", () => {
  it("shows what would change the reading without being seen", () => {
    expect(shown("rm \u202egnp.x")).toBe("rm \\u{202E}gnp.x");
    expect(shown("a\u200bb\u00adc\ufeff")).toBe("a\\u{200B}b\\u{AD}c\\u{FEFF}");
    expect(shown("\u001b[2K\u0000")).toBe("\\u{1B}[2K\\u{0}");
    expect(shown("tag\u{e0041}")).toBe("tag\\u{E0041}");
    expect(shown("line\u2028end")).toBe("line\\u{2028}end");
  });

  it("leaves newlines, tabs, other scripts and emoji as they are", () => {
    const fine = "npm test\n\t中文 العربية עברית 👩‍💻 ❤️ é";
    expect(shown(fine)).toBe(fine);
    expect(hasHidden(fine)).toBe(false);
  });
});
