import type { CancelSignal } from "@kestrel/core";
import type { Prompt } from "@kestrel/protocol";
import { type BackendSettings, waitsOf } from "../backend-settings.ts";
import { askChat, type ChatQuestion } from "./ask-chat.ts";

type AskedElsewhere = Pick<ChatQuestion, "address" | "url" | "body" | "readEvents">;

/** Sends a request to a foreign server that reports no prefill. */
export const askElsewhere = (
  question: AskedElsewhere,
  { tools }: Prompt,
  settings: BackendSettings,
  cancel: CancelSignal,
) =>
  askChat(
    {
      ...question,
      tools: new Set(tools.map(({ name }) => name)),
      interrupted: "connection_lost",
      reportsProgress: false,
      ...waitsOf(settings),
    },
    cancel,
  );
