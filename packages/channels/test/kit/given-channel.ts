import { TelegramAdapter } from "../../src/adapters/telegram.ts";
import { FakeTelegram } from "./fake-telegram.ts";
import { givenBridge, type Wish } from "./given-bridge.ts";

export { turnsIn } from "./given-bridge.ts";

export const ada = 412587349;

/** A Telegram channel, with a fake of the Bot API. */
export async function givenChannel(wish: Wish = {}) {
  const telegram = await FakeTelegram.start();
  const adapter = () => new TelegramAdapter({ token: telegram.token, url: telegram.url });
  const bridge = await givenBridge("telegram", adapter, wish, {
    allow: [String(ada)],
    groups: ["-100500"],
  });
  return Object.assign(bridge, { telegram });
}
