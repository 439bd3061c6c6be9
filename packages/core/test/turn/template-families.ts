import type { PromptMessage } from "@kestrel/protocol";

type Messages = readonly PromptMessage[];

/** What chat templates refuse with an exception, by families of models. Each says what is wrong, or nothing. */
export const templateFamilies: Readonly<Record<string, (messages: Messages) => string | undefined>> = {
  /** Gemma and the first Mistrals: user and assistant take turns, and calls with their results count as the assistant's. */
  "strict alternation": (messages) => {
    let last = "assistant";
    for (const [index, { role }] of messages.entries()) {
      if (role === "system" || role === "tool") continue;
      if (role === last && (role === "user" || messages[index - 1]?.role !== "tool"))
        return `${role} twice at ${index}`;
      last = role;
    }
    const said = messages.findLast(({ role }) => role !== "tool");
    const cue = messages.at(-1)?.role;
    return said && (cue === "user" || cue === "tool") ? undefined : `ends with ${cue}`;
  },
  /**
   * Mistral Nemo, Small and Devstral: messages without calls and results take turns by their place, and names of calls are
   * nine letters or digits (their templates: "After the optional system message, conversation roles must alternate …",
   * "Tool call IDs should be alphanumeric strings with length 9!").
   */
  Mistral: (messages) => {
    const ids = messages.flatMap((message) =>
      message.role === "assistant"
        ? (message.calls ?? []).map(({ id }) => id)
        : message.role === "tool"
          ? [message.callId]
          : [],
    );
    const badId = ids.find((id) => !/^[a-zA-Z0-9]{9}$/.test(id));
    if (badId !== undefined) return `a call named ${badId}`;
    const counted = messages.filter(
      (message) =>
        message.role === "user" || (message.role === "assistant" && (message.calls ?? []).length === 0),
    );
    const wrong = counted.findIndex(({ role }, index) => (role === "user") !== (index % 2 === 0));
    return wrong === -1 ? undefined : `${counted[wrong]?.role} as number ${wrong}`;
  },
  /** Qwen, Llama and others raise for a system message anywhere else. */
  "system only first": (messages) => {
    const at = messages.findLastIndex(({ role }) => role === "system");
    return at === 0 ? undefined : `system at ${at}`;
  },
  /** Mistral, Cohere, DeepSeek: every call is answered, in order, at once, and no result comes without its call. */
  "tool after call": (messages) => {
    let owed: string[] = [];
    for (const [index, message] of messages.entries()) {
      if (message.role === "tool") {
        if (owed.shift() !== message.callId) return `a result nobody asked for at ${index}`;
        continue;
      }
      if (owed.length > 0) return `unanswered calls before ${index}`;
      if (message.role === "assistant") owed = (message.calls ?? []).map(({ id }) => id);
    }
    return owed.length > 0 ? "unanswered calls at the end" : undefined;
  },
  /** Servers behind a gateway, and templates that trim: nothing may be empty but the words beside a call. */
  "no empty content": (messages) => {
    const at = messages.findIndex(
      (message) =>
        message.content.trim() === "" && !(message.role === "assistant" && (message.calls?.length ?? 0) > 0),
    );
    return at === -1 ? undefined : `empty ${messages[at]?.role} at ${at}`;
  },
};
