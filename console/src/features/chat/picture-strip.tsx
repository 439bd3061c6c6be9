import { imageBounds } from "@kestrel/protocol";
import { useRef } from "react";
import { useWords } from "../../i18n/language.tsx";
import { IconButton } from "../../ui/button.tsx";
import type { PictureRefusal } from "./judge-pictures.ts";
import type { Picture } from "./use-pictures.ts";

type PictureStripProps = {
  pictures: readonly Picture[];
  refusal?: PictureRefusal;
  onRemove: (picture: Picture) => void;
};

/** The images sent with the message, and why another file was refused. */
export function PictureStrip({ pictures, refusal, onRemove }: PictureStripProps) {
  const { t } = useWords();
  return (
    <>
      {refusal && (
        <p role="alert" className="px-4 pt-2 text-ui text-danger">
          {t(`chat.picture.${refusal}`, { count: imageBounds.count, limit: imageBounds.bytes / 1_048_576 })}
        </p>
      )}
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-2 px-4 pt-3">
          {pictures.map((picture, index) => (
            <li key={picture.key} className="relative">
              <img
                src={picture.url}
                alt={t("chat.picture.one", { number: index + 1 })}
                className="size-16 rounded-control border border-line object-cover"
              />
              <IconButton
                icon="close"
                label={t("chat.picture.remove", { number: index + 1 })}
                className="absolute -top-2 -right-2 size-6! rounded-full border border-control bg-card"
                onClick={() => onRemove(picture)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Opens the file dialog. */
export function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useWords();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          target.value = "";
        }}
      />
      <IconButton icon="clip" label={t("chat.attach")} onClick={() => input.current?.click()} />
    </>
  );
}
