import { expect, it } from "vitest";
import { withAsciiHost } from "../../src/places/with-ascii-host.ts";

it("an address whose letters look like others is shown with the host that is really asked", () => {
  expect(withAsciiHost("http://\u0430pple.example/v1")).toBe(
    "http://\u0430pple.example/v1 (xn--pple-43d.example)",
  );
  for (const plain of [
    "http://apple.example",
    "http://xn--pple-43d.example",
    "gpu",
    "127.0.0.1:80 (big:cloud)",
  ])
    expect(withAsciiHost(plain)).toBe(plain);
});
