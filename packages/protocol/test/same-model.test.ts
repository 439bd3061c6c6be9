import { describe, expect, it } from "vitest";
import { findSameModel } from "../src/api.ts";

const url = "http://127.0.0.1:1234";
const file = { label: "falcon-1.5b-q4_k_m", from: { path: "/models/falcon-1.5b-q4_k_m.gguf" } };
const served = { label: "falcon", from: { url, model: "falcon" } };
const other = { label: "Falcon Instruct", from: { url, model: "Falcon Instruct" } };
const builtIn = { label: "kestrel-nano", from: { builtIn: true as const } };
const choices = [other, served, file, builtIn];

describe("the model of a session, among those to choose from", () => {
  it.each([
    ["by its file, whatever its header calls it", { label: "Falcon Instruct", from: file.from }, file],
    ["by its server's name for it", { label: "My falcon", from: served.from }, served],
    ["as the one that comes with Kestrel", { label: "nano", from: builtIn.from }, builtIn],
    ["by its name, in a session from before origins were kept", { label: "falcon" }, served],
    ["by its name, where only its server is known", { label: "falcon", from: { url } }, served],
    ["by its name, where its file is gone", { label: "falcon", from: { path: "/gone.gguf" } }, served],
    ["not at all, where nothing has its origin or its name", { label: "kite", from: { url } }, undefined],
  ])("is found %s", (_, held, expected) => {
    expect(findSameModel(held, choices)).toBe(expected);
  });
});
