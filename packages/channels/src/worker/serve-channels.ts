import { setTimeout as wait } from "node:timers/promises";
import type { ChannelState } from "@kestrel/protocol/channel";
import type { BridgeParts } from "../bridge/bridge-parts.ts";
import { ChannelBridge } from "../bridge/channel-bridge.ts";
import { Journal } from "../bridge/journal.ts";
import { readPaired, writePaired } from "../bridge/paired-senders.ts";
import { Slots } from "../bridge/slots.ts";
import { Gateway } from "../gateway/gateway.ts";
import type { ChannelAdapter, Surroundings } from "../port.ts";
import { wordsIn } from "../words.ts";
import {
  type FromThread,
  type HostQuestion,
  hookChannel,
  type ThreadStart,
  type ToThread,
} from "./messages.ts";

const surroundings: Surroundings = {
  now: Date.now,
  random: Math.random,
  pause: async (ms, signal) => {
    await wait(ms, undefined, { signal }).catch(() => undefined); // expected: it was stopped
  },
};

/** Runs every channel of the thread; `tell` posts to the daemon. Returns the handler of the daemon's messages. */
export function serveChannels(
  start: ThreadStart,
  tell: (message: FromThread) => void,
  around: Surroundings = surroundings,
): (message: ToThread) => void {
  const bridges = new Map<string, ChannelBridge>();
  const answers = new Map<number, (value: string | boolean) => void>();
  const slots = new Slots(start.slots);
  let gateway: Gateway | undefined;
  let gatewayTrouble: ChannelState | undefined;
  let asked = 0;
  let telling = false;

  // Many changes at once are one message.
  const onState = () => {
    if (telling) return;
    telling = true;
    queueMicrotask(() => {
      telling = false;
      const states = [...bridges.values()].map((bridge) => bridge.state());
      tell({ type: "states", states: gatewayTrouble ? [...states, gatewayTrouble] : states });
    });
  };
  const ask = (what: HostQuestion, channel: string, argument = "") =>
    new Promise<string | boolean>((resolve) => {
      asked++;
      answers.set(asked, resolve);
      tell({ type: "ask", id: asked, what, argument, channel });
    });
  const begin = async (
    parts: Pick<BridgeParts, "name" | "kind" | "adapter" | "rules" | "say">,
    place: { key: string; folder: string },
  ) => {
    const { name } = parts;
    let paired = await readPaired(place.folder);
    const bridge = new ChannelBridge({
      ...parts,
      journal: await Journal.in(place.folder),
      daemon: { baseUrl: start.daemonUrl, token: place.key },
      paired: {
        list: () => paired,
        add: async (sender) => {
          paired = [...new Set([...paired, sender])];
          await writePaired(place.folder, paired);
        },
      },
      surroundings: around,
      slots,
      host: {
        status: async () => String(await ask("status", name)),
        model: async (argument) => String(await ask("model", name, argument)),
        sandboxed: async () => (await ask("sandboxed", name)) === true,
      },
      onState,
    });
    bridges.set(name, bridge);
    // Whatever ends it unexpectedly ends the thread, which is begun anew.
    void bridge.run().catch((error: unknown) => {
      queueMicrotask(() => {
        throw error;
      });
    });
  };
  const beginAll = async () => {
    for (const channel of start.channels) {
      const { name, kind, entry, language } = channel;
      const rules = {
        allow: entry.allow ?? [],
        groups: entry.groups ?? [],
        mode: entry.mode ?? "ask",
        phone: entry.approvals === "phone",
      };
      await begin({ name, kind, adapter: await adapterOf(channel), rules, say: wordsIn(language) }, channel);
    }
    if (!start.gateway) return;
    const { port, hosts, hooks, language } = start.gateway;
    gateway = new Gateway({ hooks, hosts, now: around.now });
    try {
      await gateway.listen(port);
    } catch (error) {
      gatewayTrouble = {
        name: "gateway",
        kind: "gateway",
        state: "parked",
        why: "port_taken",
        detail: (error as Error).message,
      };
      return;
    }
    for (const hook of hooks) {
      const [, channel, chat] = /^([^:]+):(.+)$/.exec(hook.deliver ?? "") ?? [];
      const adapter = gateway.adapterOf(hook.name, async ({ text }, key) => {
        const target = channel === undefined ? undefined : bridges.get(channel);
        if (target && chat !== undefined)
          await target.post({ chat, kind: "direct" }, text, `hook-${hook.name}-${key}`);
      });
      const rules = { allow: [hook.name], groups: [], mode: "plan" as const, phone: false, literal: true };
      await begin(
        { name: hookChannel(hook.name), kind: "gateway", adapter, rules, say: wordsIn(language) },
        hook,
      );
    }
  };
  void beginAll().then(onState, (error: unknown) => {
    queueMicrotask(() => {
      throw error;
    });
  });

  return (message) => {
    switch (message.type) {
      case "answer":
        answers.get(message.id)?.(message.value);
        answers.delete(message.id);
        return;
      case "pair":
        return bridges.get(message.name)?.pair(message.code, message.until);
      case "test": {
        const { id, name } = message;
        const tested = bridges.get(name)?.test() ?? Promise.resolve(0);
        void tested.then(
          (sent) => tell({ type: "tested", id, sent }),
          (error: unknown) =>
            tell({ type: "tested", id, failure: error instanceof Error ? error.message : String(error) }),
        );
        return;
      }
      case "stop":
        void Promise.all([...[...bridges.values()].map((bridge) => bridge.close()), gateway?.close()])
          .catch(() => undefined) // expected: the thread ends
          .then(() => tell({ type: "stopped" }));
        return;
      default:
        message satisfies never;
    }
  };
}

/** The adapter of a channel. Nothing of the others is evaluated. */
async function adapterOf(channel: ThreadStart["channels"][number]): Promise<ChannelAdapter> {
  const { kind, entry, secret = "", environment = {} } = channel;
  switch (kind) {
    case "telegram": {
      const { TelegramAdapter } = await import("../adapters/telegram.ts");
      return new TelegramAdapter({ token: secret, url: entry.url });
    }
    case "irc": {
      const { IrcAdapter } = await import("../adapters/irc.ts");
      const { url = "", nick = "", groups = [] } = entry;
      return new IrcAdapter({ url, nick, groups, secret: channel.secret });
    }
    case "mail": {
      const { url = "", smtp = "", address = "", user = address, authserv = "", mailbox } = entry;
      const { MailAdapter } = await import("../adapters/mail.ts");
      return new MailAdapter({ url, smtp, address, user, authserv, mailbox, password: secret });
    }
    case "discord": {
      const { DiscordAdapter } = await import("../adapters/discord.ts");
      return new DiscordAdapter({ token: secret, url: entry.url });
    }
    case "slack": {
      const { SlackAdapter } = await import("../adapters/slack.ts");
      return new SlackAdapter({ secret, url: entry.url });
    }
    case "matrix": {
      const { MatrixAdapter } = await import("../adapters/matrix.ts");
      const { url = "" } = entry;
      return new MatrixAdapter({ token: secret, url, refusal: wordsIn(channel.language)("encrypted") });
    }
    case "program": {
      const { ProgramAdapter } = await import("../adapters/program.ts");
      return new ProgramAdapter(entry.command ?? [], environment);
    }
    default:
      return kind satisfies never;
  }
}
