import { longestMessage } from "./line-transport.ts";

/** `fetch` whose answers are bounded: one line of a stream, and all of anything else. What is longer breaks off. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (!answer.body) return answer;
  const streamed = (answer.headers.get("content-type") ?? "").includes("text/event-stream");
  const bounded = answer.body.pipeThrough(bound(streamed));
  const { status, statusText, headers } = answer;
  const copy = new Response(bounded, { status, statusText, headers });
  Object.defineProperty(copy, "url", { value: answer.url });
  return copy;
};

const newline = 10;

function bound(streamed: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const last = streamed ? chunk.lastIndexOf(newline) : -1;
      bytes = last >= 0 ? chunk.length - last - 1 : bytes + chunk.length;
      if (bytes > longestMessage)
        controller.error(new Error(`an answer of more than ${longestMessage} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
