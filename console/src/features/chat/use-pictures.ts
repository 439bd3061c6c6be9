import { ImageType, type SentImage } from "@kestrel/protocol";
import { useEffect, useRef, useState } from "react";
import { judgePictures, type PictureRefusal } from "./judge-pictures.ts";

/** An image for the next message. `url` is valid on this page only. */
export type Picture = SentImage & { key: number; size: number; url: string };

/** The images attached to the draft. */
export function usePictures(sees: boolean) {
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  const [refusal, setRefusal] = useState<PictureRefusal>();
  const key = useRef(0);
  const shown = useRef(new Set<string>());
  useEffect(() => {
    const urls = shown.current;
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
      urls.clear();
    };
  }, []);

  const letGo = (gone: readonly Picture[]) => {
    for (const { url } of gone) {
      URL.revokeObjectURL(url);
      shown.current.delete(url);
    }
  };
  return {
    pictures,
    refusal,
    async add(files: readonly File[]): Promise<void> {
      const judged = judgePictures(pictures, files, sees);
      setRefusal(judged.refusal);
      const read = await Promise.all(judged.taken.map(asSent));
      const taken = read.map(({ file, ...image }): Picture => {
        const url = URL.createObjectURL(file);
        shown.current.add(url);
        return { ...image, key: ++key.current, size: file.size, url };
      });
      setPictures((before) => [...before, ...taken]);
    },
    remove(gone: Picture): void {
      letGo([gone]);
      setRefusal(undefined);
      setPictures((before) => before.filter((picture) => picture !== gone));
    },
    /** Typing dismisses the refusal. */
    typed: () => setRefusal(undefined),
    clear(): void {
      letGo(pictures);
      setRefusal(undefined);
      setPictures((before) => before.filter((picture) => !pictures.includes(picture)));
    },
  };
}

/** A file in the daemon's format. */
async function asSent(file: File): Promise<SentImage & { file: File }> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return {
    file,
    mediaType: ImageType.parse(file.type),
    base64: address.slice(address.indexOf(",") + 1),
  };
}
