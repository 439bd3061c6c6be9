import { posix, win32 } from "node:path";
import { isInside } from "@kestrel/text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const names = ["app", "app-evil", "App", "..", ".", "", "...", "..app", "a b", "日本"];

/** What node says of its own platform's paths. */
function asNode({ relative, isAbsolute, sep }: typeof posix, folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

describe("whether a path lies inside a folder", () => {
  it.each([
    ["/w/app", "/w/app", true],
    ["/w/app/src/a.ts", "/w/app", true],
    ["/w/app-evil", "/w/app", false],
    ["/w", "/w/app", false],
    ["/w/app/../other", "/w/app", false],
    ["/w/app/..hidden", "/w/app", true],
    ["/w/app", "/w/app/", true],
    ["/anything", "/", true],
    ["/../w/app", "/w", true],
    // A backslash is a letter of a name here.
    ["/w/app\\..\\other", "/w/app", false],
    ["C:\\Users\\Me\\app", "c:\\users\\me", true],
    ["C:/Users/me/app", "C:\\Users\\me", true],
    ["C:\\Users\\me\\..\\you", "C:\\Users\\me", false],
    ["D:\\work", "C:\\", false],
    ["\\\\server\\share\\a", "\\\\server\\share", true],
    ["\\\\server\\share\\..\\..\\other", "\\\\server\\share", true],
    ["\\\\server\\other\\a", "\\\\server\\share", false],
    ["/C:/a", "C:\\a", false],
  ])("%s in %s: %s", (path, folder, inside) => {
    expect(isInside({ path, folder })).toBe(inside);
  });

  it.each(["", ".", "src", "../src", "C:", "C:src", "\\src", "\\\\server"])(
    "refuses to answer about the relative path %j",
    (relative) => {
      expect(() => isInside({ path: relative, folder: "/w" })).toThrow(TypeError);
      expect(() => isInside({ path: "/w", folder: relative })).toThrow(TypeError);
    },
  );

  it("agrees with node about paths of every platform", () => {
    const way = (root: string, between: string) =>
      fc.array(fc.constantFrom(...names), { maxLength: 6 }).map((parts) => `${root}${parts.join(between)}`);
    const roots = fc.constantFrom("C:\\", "c:/", "D:\\", "\\\\server\\share\\", "\\\\server\\other\\");
    const windows = fc
      .tuple(roots, fc.constantFrom("\\", "/"))
      .chain(([root, between]) => way(root, between));
    fc.assert(
      fc.property(way("/", "/"), way("/", "/"), (path, folder) => {
        expect(isInside({ path, folder })).toBe(asNode(posix, folder, path));
      }),
    );
    fc.assert(
      fc.property(windows, windows, (path, folder) => {
        expect(isInside({ path, folder })).toBe(asNode(win32, folder, path));
      }),
    );
  });

  it("holds for whatever is joined below a folder, and for nothing beside it", () => {
    const name = fc.stringMatching(/^[^/\0]{1,12}$/).filter((one) => one !== "." && one !== "..");
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), fc.array(name), name, (folder, below, more) => {
        const outer = `/${folder.join("/")}`;
        expect(isInside({ path: [outer, ...below].join("/"), folder: outer })).toBe(true);
        expect(isInside({ path: `${outer}${more}`, folder: outer })).toBe(false);
      }),
    );
  });
});
