import { it } from "vitest";
import { killChannels } from "../daemon/kill-channels.ts";
import { rounds } from "../soaking.ts";

it.each(["daemon", "thread"] as const)(
  "a %s with channels that is killed loses no message and no piece",
  async (killed) => {
    const kills = rounds(4, 50);
    const doubles = await killChannels(killed, kills);
    console.log(`${kills} kills of a ${killed}: ${doubles} lines arrived twice on Telegram`);
  },
);
