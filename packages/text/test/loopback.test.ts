import fc from "fast-check";
import { expect, it } from "vitest";
import { isLoopback } from "../src/index.ts";
import { misleadingAddresses } from "./misleading-addresses.ts";

/** Where a request to it goes. */
function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

it("an address that only ends in this machine's name is not on it", () => {
  for (const url of misleadingAddresses) {
    expect(hostOf(url), url).toContain("author.example");
    expect(isLoopback(url), url).toBe(false);
  }
});

it("whatever is taken for this machine is reached on this machine", () => {
  const piece = fc.constantFrom(
    ...["http://", "https:", "//", "/", "\\", "@", ":", "?", "#", ".", "[", "]", "\t", "\n", " "],
    ...["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "author.example", "80", "%40", "%5c", "。"],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const url = `http://${pieces.join("")}`;
      const host = hostOf(url);
      if (host === undefined || !isLoopback(url)) return;
      expect(host, url).toMatch(/^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\])$/);
    }),
    { numRuns: 3_000 },
  );
});
