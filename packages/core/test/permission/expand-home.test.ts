import { expandHome } from "@kestrel/core";
import { expect, it } from "vitest";

it.each([
  ["~", "/home/ada"],
  ["~/models/x.gguf", "/home/ada/models/x.gguf"],
  ["~bob/x", "~bob/x"],
  ["/srv/~/x", "/srv/~/x"],
  ["x/~", "x/~"],
])("%s is %s", (path, expanded) => {
  expect(expandHome(path, "/home/ada")).toBe(expanded);
});
