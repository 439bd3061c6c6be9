import { describe, expect, it } from "vitest";
import { PairingCodes } from "../src/guard/pairing-codes.ts";

const wish = { name: "phone", scopes: ["full" as const] };

describe("the code of a pairing", () => {
  it("opens for another address after one was wrong five times, and not for that one", () => {
    const clock = { ms: 0 };
    const codes = new PairingCodes(() => clock.ms);
    const { code } = codes.make(wish);
    for (let tries = 0; tries < 5; tries++)
      expect(() => codes.redeem("WRONGWRG", "192.0.2.1")).toThrow("wrong, used or old code");
    clock.ms += 60_000;
    expect(() => codes.redeem(code, "192.0.2.1")).toThrow("wrong, used or old code");
    expect(codes.redeem(code, "192.0.2.2")).toEqual(wish);
  });

  it("opens for none after fifty wrong ones", () => {
    const codes = new PairingCodes(() => 0);
    const { code } = codes.make(wish);
    for (let tries = 0; tries < 50; tries++)
      expect(() => codes.redeem("WRONGWRG", `192.0.2.${tries % 10}`)).toThrow("wrong, used or old code");
    expect(() => codes.redeem(code, "198.51.100.1")).toThrow("wrong, used or old code");
  });
});
