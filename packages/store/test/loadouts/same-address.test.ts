import { expect, it } from "vitest";
import { isSameAddress } from "../../src/loadouts/same-address.ts";

it.each([
  ["http://192.0.2.2:8080", "http://192.0.2.2:8080/", true],
  ["http://192.0.2.2:8080/", "192.0.2.2:8080", true],
  ["https://Models.example/v1", "models.example/v1/", true],
  ["gpu.example", "gpu.example", true],
  ["http://127.0.0.1:11434 (big:cloud)", "http://127.0.0.1:11434 (big:cloud)", true],
  ["http://192.0.2.2:8080", "192.0.2.2", false],
  ["http://192.0.2.2:8080/v1", "http://192.0.2.2:8080", false],
  ["http://models.example", "https://models.example", false],
  ["http://models.example", "", false],
  ["http://127.0.0.1:11434 (big:cloud)", "http://127.0.0.1:11434", false],
])("that %s is the address that somebody writes as %j is %s", (one, given, same) => {
  expect(isSameAddress(one, given)).toBe(same);
});
