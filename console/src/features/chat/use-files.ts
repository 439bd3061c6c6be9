import { visibleName } from "@kestrel/text";
import { useRef, useState } from "react";
import { readFileAsText } from "./read-file.ts";
import { type AttachedText, type FileRefusal, mostTextBytes } from "./read-text-file.ts";

/** At most so many files go with one message. */
export const mostFiles = 20;

/** The model too is told which pages there are: `report.pdf (1–40/200)`. */
const nameWithPages = (name: string, { pages, of }: { pages?: number; of?: number }) =>
  pages === of ? name : `${name} (1–${pages}/${of})`;

/** The files whose text goes with the next message. */
export function useFiles() {
  const [files, setFiles] = useState<readonly AttachedText[]>([]);
  const [refused, setRefused] = useState<{ name: string; why: FileRefusal | "many" }>();
  const [reading, setReading] = useState<string>();
  const key = useRef(0);
  return {
    files,
    refused,
    /** The name of the file that is read now. */
    reading,
    async add(offered: readonly File[]): Promise<void> {
      setRefused(undefined);
      const room = Math.max(0, mostFiles - files.length);
      let together = files.reduce((sum, { text }) => sum + text.length, 0);
      for (const file of offered.slice(0, room)) {
        const name = visibleName(file.name);
        setReading(name);
        const read = await readFileAsText(file);
        const text = "text" in read ? read.text : "";
        together += text.length;
        if ("refusal" in read) setRefused({ name, why: read.refusal });
        else if (together > mostTextBytes) setRefused({ name, why: "large" });
        else
          setFiles((before) => [...before, { key: ++key.current, ...read, name: nameWithPages(name, read) }]);
      }
      setReading(undefined);
      const [first] = offered.slice(room);
      if (first) setRefused({ name: visibleName(first.name), why: "many" });
    },
    remove(gone: AttachedText): void {
      setRefused(undefined);
      setFiles((before) => before.filter((file) => file !== gone));
    },
    /** After they were sent. */
    clear(): void {
      setRefused(undefined);
      setFiles((before) => before.filter((file) => !files.includes(file)));
    },
  };
}
