import { randomBytes } from "node:crypto";
import type { Devices } from "../../src/index.ts";

/** Browsers that are remembered as long as the test keeps this. Hand the same ones to a second daemon and it is as after a restart. */
export function memoryDevices(): Devices {
  const tokens = new Set<string>();
  return {
    async admit() {
      const token = randomBytes(32).toString("hex");
      tokens.add(token);
      return token;
    },
    knows: (token) => tokens.has(token),
    async forget() {
      const { size } = tokens;
      tokens.clear();
      return size;
    },
  };
}
