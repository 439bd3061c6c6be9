import { expect, it } from "vitest";
import { misleadingAddresses } from "../../../text/test/misleading-addresses.ts";
import { isPlaceAmong, leavingSeats } from "../../src/index.ts";

it("a model that a server of this machine has a cloud answer for is told as one that leaves", () => {
  const inTheCloud = { host: "ollama", name: "qwen3:480b-cloud" };
  const [lead, ...others] = leavingSeats({
    model: inTheCloud,
    crew: [{ role: "critic", model: { host: "ollama", name: "qwen3:4b" } }],
  });
  expect(lead).toEqual({ seat: "lead", url: "ollama (qwen3:480b-cloud)" });
  expect(others).toEqual([]);
  // A yes to one of them is none to another.
  expect(isPlaceAmong({ url: "ollama (else:cloud)" }, lead ? [lead] : [])).toBe(false);
});

it("a model at an address that only names this machine somewhere is told as one that leaves", () => {
  for (const url of misleadingAddresses) {
    const model = { source: "connect", url };
    expect(leavingSeats({ model, crew: [] }), url).toEqual([{ seat: "lead", url }]);
  }
});
