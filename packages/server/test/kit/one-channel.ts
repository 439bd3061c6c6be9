import type { ChannelAccess } from "@kestrel/daemon";

/** One channel that is on, and takes what is asked. */
export function oneChannel(): ChannelAccess {
  const list = async () => ({ channels: [{ name: "phone", state: "up" as const }], file: "/config.toml" });
  return {
    list,
    pair: async () => ({ code: "ABCD2345", until: "2026-11-28T10:10:00.000Z" }),
    unpair: list,
    test: async () => ({ sent: 1 }),
    switch: list,
    reload: list,
    close: async () => {},
  };
}
