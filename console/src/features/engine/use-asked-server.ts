import type { Failure } from "@kestrel/protocol";
import type { EngineStatus } from "@kestrel/protocol/api";
import { useState } from "react";
import { useLoad } from "../../models/use-load.ts";

/** The server that was asked for its model last, and what came of it; `asked` is its address. */
export type AskedServer = {
  asked?: string;
  asking: boolean;
  taken?: EngineStatus;
  failure?: Failure;
  /** Asks the server at `url`, for the model of that name where one is given. */
  use: (url: string, model?: string) => Promise<void>;
};

/** Speaks to one server after the other until one is taken. */
export function useAskedServer(onTaken?: () => void): AskedServer {
  const { load, ...answer } = useLoad();
  const [asked, setAsked] = useState<string>();
  const use = async (url: string, model?: string) => {
    setAsked(url);
    if (await load({ url, model })) onTaken?.();
  };
  return { ...answer, asked, use };
}
