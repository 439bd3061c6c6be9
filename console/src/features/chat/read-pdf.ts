import { getDocument, type PDFDocumentProxy, PDFWorker } from "pdfjs-dist/legacy/build/pdf.mjs";
import parser from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { trustedAddress } from "../../ui/trusted-address.ts";
import { type FileRefusal, mostTextBytes, type ReadText } from "./read-text-file.ts";

/** Character maps for Chinese and Japanese documents with system fonts; each is fetched when needed. */
const tables = import.meta.glob<string>("../../../node_modules/pdfjs-dist/cmaps/*.bcmap", {
  eager: true,
  query: "?url",
  import: "default",
});
const tableAddresses = new Map(Object.entries(tables).map(([path, url]) => [path.split("/").at(-1), url]));

/** The only data needed for text: fonts and image decoders are not. */
class TablesOfCharacters {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = tableAddresses.get(filename);
    if (url === undefined) throw new Error(`no data is needed from ${filename}`);
    return new Uint8Array(await (await fetch(url)).arrayBuffer());
  }
}

/** Time limit for one document; a page of text takes milliseconds. Milliseconds. */
const mostMs = 30_000;

/** The text of a PDF, with as many pages as fit in a message. Parsed in a separate worker, which is always terminated. */
export async function readPdf(file: Blob): Promise<ReadText | { refusal: FileRefusal }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const port = new Worker(trustedAddress(parser), { type: "module" });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<{ refusal: FileRefusal }>((resolve) => {
    timer = setTimeout(() => resolve({ refusal: "slow" }), mostMs);
    port.addEventListener("error", () => resolve({ refusal: "damaged" }));
  });
  try {
    const read = textOf(bytes, port).catch(whyNot);
    return await Promise.race([read, ended]);
  } finally {
    clearTimeout(timer);
    port.terminate();
  }
}

async function textOf(data: Uint8Array, port: Worker): Promise<ReadText | { refusal: FileRefusal }> {
  const document = await getDocument({
    data,
    worker: PDFWorker.create({ port }),
    BinaryDataFactory: TablesOfCharacters,
    // Nothing is rendered, and no string is evaluated as code.
    ...{ disableFontFace: true, isEvalSupported: false, enableXfa: false },
    ...{ useWorkerFetch: false, useWasm: false, verbosity: 0 },
    // Read by the factory, which has an address for each.
    ...{ cMapUrl: "/", cMapPacked: true },
  }).promise;
  const pages: string[] = [];
  let bytes = 0;
  for (let page = 1; page <= document.numPages; page++) {
    const text = await textOfPage(document, page);
    bytes += new Blob([text]).size + 2;
    if (bytes > mostTextBytes) break;
    pages.push(text);
  }
  const text = pages.join("\n\n").trim();
  if (text === "") return { refusal: bytes > mostTextBytes ? "large" : "no-text" };
  const blank = pages.filter((page) => page === "").length;
  return { text: `${text}\n`, pages: pages.length, of: document.numPages, blank };
}

/** Lines in the order of the document; glyphs that are no text are left out. */
async function textOfPage(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  const parts: string[] = [];
  let length = 0;
  const pieces = page.streamTextContent({ disableNormalization: false }).getReader();
  for (;;) {
    const { done, value } = await pieces.read();
    if (done || length > mostTextBytes) break;
    for (const item of value.items) {
      if (!("str" in item)) continue;
      const part = item.hasEOL ? `${item.str}\n` : item.str;
      parts.push(part);
      length += part.length;
    }
  }
  page.cleanup();
  return parts
    .join("")
    .replaceAll(/[^\P{Cc}\t\n]/gu, "")
    .replaceAll(/[ \t]+\n/g, "\n")
    .trim();
}

function whyNot(error: unknown): { refusal: FileRefusal } {
  const { name } = error as Error;
  return { refusal: name === "PasswordException" ? "encrypted" : "damaged" };
}
