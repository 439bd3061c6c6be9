/** Raw bytes: in Node a buffer, in a browser also a file. */
export type Upload = Uint8Array<ArrayBuffer> | Blob;

/** A request to the daemon. */
type Question = {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Upload;
  signal?: AbortSignal;
};

/** Its answer; read once, in one of the two ways. */
export type TransportAnswer = {
  status: number;
  text(): Promise<string>;
  /** The body as it arrives. Throws when the connection breaks. */
  pieces(): AsyncIterator<string>;
};

/** How a client reaches the daemon. Rejects when nothing answers or the signal fires. */
export type Transport = (url: URL, question: Question) => Promise<TransportAnswer>;

/** Uses the standard `fetch`. */
export const overFetch: Transport = async (url, question) => {
  const response = await fetch(url, question);
  return { status: response.status, text: () => response.text(), pieces: () => piecesOf(response) };
};

async function* piecesOf({ body }: Response): AsyncGenerator<string, undefined> {
  if (!body) return;
  const reader = body
    .pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value as string;
    }
  } finally {
    reader.cancel().catch(() => undefined); // expected: the connection broke
  }
}

export const isGood = ({ status }: TransportAnswer) => status >= 200 && status < 300;
