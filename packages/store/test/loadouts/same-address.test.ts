import { describe, expect, it } from "vitest";
import { isSameAddress } from "../../src/loadouts/same-address.ts";

describe("an address that somebody writes", () => {
  it.each([
    ["http://192.0.2.2:8080", "http://192.0.2.2:8080/"],
    ["http://192.0.2.2:8080/", "192.0.2.2:8080"],
    ["https://Models.example/v1", "models.example/v1/"],
    ["gpu.example", "gpu.example"],
    ["http://127.0.0.1:11434 (big:cloud)", "http://127.0.0.1:11434 (big:cloud)"],
  ])("%s is meant by %s", (one, given) => {
    expect(isSameAddress(one, given)).toBe(true);
  });

  it.each([
    ["http://192.0.2.2:8080", "192.0.2.2"],
    ["http://192.0.2.2:8080/v1", "http://192.0.2.2:8080"],
    ["http://models.example", "https://models.example"],
    ["http://models.example", ""],
    ["http://127.0.0.1:11434 (big:cloud)", "http://127.0.0.1:11434"],
  ])("%s is not meant by %s", (one, given) => {
    expect(isSameAddress(one, given)).toBe(false);
  });
});
