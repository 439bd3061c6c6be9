import { visibleName } from "@kestrel/text";
import { useRef, useState } from "react";
import { type AttachedText, type FileRefusal, mostTextBytes, readTextFile } from "./read-text-file.ts";

/** At most so many files go with one message. */
export const mostFiles = 20;

/** The files whose text goes with the next message. */
export function useFiles() {
  const [files, setFiles] = useState<readonly AttachedText[]>([]);
  const [refused, setRefused] = useState<{ name: string; why: FileRefusal | "many" }>();
  const key = useRef(0);
  return {
    files,
    refused,
    async add(offered: readonly File[]): Promise<void> {
      setRefused(undefined);
      const room = Math.max(0, mostFiles - files.length);
      let together = files.reduce((sum, { text }) => sum + text.length, 0);
      for (const file of offered.slice(0, room)) {
        const name = visibleName(file.name);
        const read = await readTextFile(file);
        const text = "text" in read ? read.text : "";
        together += text.length;
        if ("refusal" in read) setRefused({ name, why: read.refusal });
        else if (together > mostTextBytes) setRefused({ name, why: "large" });
        else setFiles((before) => [...before, { key: ++key.current, name, text }]);
      }
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
