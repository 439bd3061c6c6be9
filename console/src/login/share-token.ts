const channelName = "kestrel.login";
const patienceMs = 400;

type Word = { kind: "who-has-it" } | { kind: "here"; token: string };

/** Requests the token from the open tabs of this origin; undefined when none answers in time. */
export function tokenFromOtherTab(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName);
    const end = (token?: string) => {
      clearTimeout(timer);
      channel.close();
      resolve(token);
    };
    const timer = setTimeout(() => end(), patienceMs);
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      if (data.kind === "here") end(data.token);
    };
    channel.postMessage({ kind: "who-has-it" } satisfies Word);
  });
}

/** Answers other tabs of this origin while this one is logged in. */
export function shareToken(token: string): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.kind === "who-has-it") channel.postMessage({ kind: "here", token } satisfies Word);
  };
  return () => channel.close();
}

/** Notifies the tabs on the login page. */
export function tellTabs(token: string): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ kind: "here", token } satisfies Word);
  channel.close();
}

/** Calls `onIn` when another tab has logged in. */
export function whenOtherTabIsIn(onIn: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.kind === "here") onIn();
  };
  return () => channel.close();
}
