import { fixture } from "../fixture.ts";
import type { Wire } from "./wire.ts";

type Told = "text" | "thinkThenCall" | "twoCalls" | "cutCall" | "thinkInText" | "errorAfterStart" | "noEnd";

type Own = Pick<Wire, "kind" | "interrupted" | "wrongKey" | "overflow" | "loading"> & {
  /** The fixture of each streamed story. */
  fixtures: Readonly<Record<Told, string>>;
  says: string;
  usage: Wire["text"]["usage"];
  thinks: string;
  sends?: Wire["sends"];
};

/** The wire of a server that speaks OpenAI's chat completions: what is asked, and how the stories are told, is the same for all. */
export function completionsWire({ fixtures, says, usage, thinks, sends, ...own }: Own): Wire {
  const body = (story: Told) => ({ body: fixture(fixtures[story]) });
  return {
    ...own,
    chatPath: "/v1/chat/completions",
    sends: { tool_choice: "auto", stream: true, stream_options: { include_usage: true }, ...sends },
    text: { ...body("text"), says, usage },
    thinkThenCall: { ...body("thinkThenCall"), thinks },
    twoCalls: { ...body("twoCalls"), spacing: " " },
    cutCall: { ...body("cutCall"), rest: '{"path"' },
    thinkInText: body("thinkInText"),
    errorAfterStart: body("errorAfterStart"),
    noEnd: body("noEnd"),
  };
}
