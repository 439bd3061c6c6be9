import type { Failure } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import { useState } from "react";
import { useLoad } from "../../models/use-load.ts";

/** The server that was contacted last, and the result; `asked` is its address. */
export type AskedServer = {
  asked?: string;
  asking: boolean;
  taken?: EngineStatus;
  failure?: Failure;
  /** Connects to the server at `url`, with that model if one is given. */
  use: (url: string, model?: string) => Promise<void>;
};

/** Tries servers in turn until one is accepted. */
export function useAskedServer(onTaken?: () => void): AskedServer {
  const { load, ...answer } = useLoad();
  const [asked, setAsked] = useState<string>();
  const use = async (url: string, model?: string) => {
    setAsked(url);
    if (await load({ url, model })) onTaken?.();
  };
  return { ...answer, asked, use };
}
