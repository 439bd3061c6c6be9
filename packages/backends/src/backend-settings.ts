/** What may differ from one backend to the next without touching what the server caches. */
export type BackendSettings = {
  /** Milliseconds without a single byte from the server, pings included, until a reply fails with `timeout`. Ten minutes unless given. */
  silenceLimit?: number;
};

export const usualSilenceLimit = 600_000;
