import type { LoadoutModel } from "../loadout.ts";
import { isLoopback } from "../loopback.ts";

/** Of a seat whose model is not on this machine: its address. `key`: the variable whose value it is sent as its key. */
export function seatPlace({ url, api_key_env: variable }: LoadoutModel): {
  elsewhere?: string;
  key?: string;
} {
  return {
    ...(typeof url === "string" && !isLoopback(url) && { elsewhere: url }),
    ...(typeof variable === "string" && { key: variable }),
  };
}
