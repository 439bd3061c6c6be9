import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const tokens = readFileSync(new URL("../src/styles/tokens.css", import.meta.url), "utf8");
const role = /--([a-z-]+\d?): light-dark\(oklch\(([\d. ]+)\), oklch\(([\d. ]+)\)\);/g;
const roles = new Map(
  [...tokens.matchAll(role)].map(([, name = "", light = "", dark = ""]) => [name, { light, dark }]),
);

/** Relative luminance of an OKLCH colour (CSS Color 4: OKLab to linear sRGB). */
function luminance(oklch: string): number {
  const [l = 0, c = 0, h = 0] = oklch.split(" ").map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const red = clamp(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
  const green = clamp(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
  const blue = clamp(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: "light" | "dark"): number {
  const of = (name: string) => luminance(roles.get(name)?.[theme] ?? "");
  const [low = 0, high = 0] = [of(one), of(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const texts = ["text", "dim", "faint", "accent", "ok", "warn", "danger", "focus"];
const grounds = ["paper", "side", "card", "sunken", "code"];

describe.each(["light", "dark"] as const)("the %s theme", (theme) => {
  it.each(texts)("shows %s on every ground at 4.5:1 or more", (text) => {
    for (const ground of grounds) expect(contrast(text, ground, theme), ground).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ["on-accent", "accent"],
    ["on-accent", "accent-hover"],
    ["accent", "accent-soft"],
    ["danger", "danger-soft"],
    ["dim", "danger-soft"],
    ["text", "add"],
    ["text", "del"],
    ["faint", "add"],
    ["faint", "del"],
    ["ok", "add"],
    ["danger", "del"],
    ["danger", "add"],
    ["dim", "add-mark"],
    ["dim", "del-mark"],
    ["text", "add-mark"],
    ["text", "del-mark"],
    ["text", "found"],
  ])("shows %s on %s at 4.5:1 or more", (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["code-key", "code-str", "code-num", "code-fn"])("shows %s in every line of a diff", (name) => {
    for (const ground of ["code", "add", "del", "add-mark", "del-mark"])
      expect(contrast(name, ground, theme), ground).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["control", "focus", "warn-mark", "hot", "cold"])("shows %s at 3:1 or more", (name) => {
    for (const ground of ["paper", "card"])
      expect(contrast(name, ground, theme), ground).toBeGreaterThanOrEqual(3);
  });
});
