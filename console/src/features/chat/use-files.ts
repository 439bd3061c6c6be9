import { visibleName } from "@kestrel/text";
import { useRef, useState } from "react";
import { passOver } from "../../session/failure.ts";
import { readFileAsText } from "./read-file.ts";
import { type AttachedText, type FileRefusal, mostTextBytes, type ReadText } from "./read-text-file.ts";

/** Files in one message at most. */
export const mostFiles = 20;

/** The model is told which pages are included: `report.pdf (1–40/200, 3 pages without text)`. */
function nameWithPages(name: string, { pages, of, blank = 0 }: ReadText): string {
  const parts = [
    ...(pages === of ? [] : [`1–${pages}/${of}`]),
    ...(blank > 0 ? [`${blank} ${blank === 1 ? "page" : "pages"} without text`] : []),
  ];
  return parts.length === 0 ? name : `${name} (${parts.join(", ")})`;
}

function unreadable(): { refusal: FileRefusal } {
  // expected: a folder, a deleted file, or a module that cannot be loaded
  return { refusal: "unreadable" };
}

type Refused = { name: string; why: FileRefusal | "many" };

/** The files whose text is sent with the next message. */
export function useFiles() {
  const [files, setFiles] = useState<readonly AttachedText[]>([]);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [reading, setReading] = useState<string>();
  const key = useRef(0);
  /** The current files, for reads that finish between renders. */
  const kept = useRef(files);
  const lastRead = useRef(Promise.resolve());
  const keep = (next: readonly AttachedText[]) => {
    kept.current = next;
    setFiles(next);
  };
  const refuse = (one: Refused) => setRefused((before) => [...before, one]);
  const readOne = async (file: File, name: string) => {
    const read = await readFileAsText(file).catch(unreadable);
    if ("refusal" in read) return refuse({ name, why: read.refusal });
    const together = kept.current.reduce((sum, { text }) => sum + text.length, read.text.length);
    if (together > mostTextBytes) return refuse({ name, why: "large" });
    keep([...kept.current, { key: ++key.current, ...read, name: nameWithPages(name, read) }]);
  };
  const readAll = async (offered: readonly File[]) => {
    for (const file of offered) {
      const name = visibleName(file.name);
      if (kept.current.length >= mostFiles) return refuse({ name, why: "many" });
      setReading(name);
      await readOne(file, name);
    }
  };
  return {
    files,
    refused,
    /** The name of the file being read. */
    reading,
    /** Files added meanwhile are read after these. */
    add(offered: readonly File[]): void {
      setRefused([]);
      lastRead.current = lastRead.current
        .then(() => readAll(offered))
        .finally(() => setReading(undefined))
        .catch(passOver);
    },
    remove(gone: AttachedText): void {
      setRefused([]);
      keep(kept.current.filter((file) => file !== gone));
    },
    clear(): void {
      setRefused([]);
      keep(kept.current.filter((file) => !files.includes(file)));
    },
  };
}
