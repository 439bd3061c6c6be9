import type { KeptImage } from "@kestrel/protocol";
import { useEffect, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { useSessionActions } from "../session/session-actions.tsx";

/** The images of a message, as sent. */
export function MessagePictures({ images }: { images: readonly KeptImage[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {images.map((image, index) => (
        <li key={`${image.blob}-${index}`}>
          <MessagePicture image={image} number={index + 1} />
        </li>
      ))}
    </ul>
  );
}

function MessagePicture({ image, number }: { image: KeptImage; number: number }) {
  const { t } = useWords();
  const readImage = useSessionActions()?.readImage;
  const [shown, setShown] = useState<string | "gone">();
  const { blob, width, height } = image;
  useEffect(() => {
    if (!readImage) return;
    let url: string | undefined;
    let left = false;
    readImage(blob).then(
      ({ mediaType, base64 }) => {
        if (left) return;
        url = URL.createObjectURL(new Blob([bytesOf(base64)], { type: mediaType }));
        setShown(url);
      },
      () => {
        // expected: the image cannot be loaded, and that is shown
        if (!left) setShown("gone");
      },
    );
    return () => {
      left = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [readImage, blob]);

  if (shown === "gone" || !readImage) {
    const words = t(shown === "gone" ? "chat.picture.gone" : "chat.picture.one", { number });
    return <span className="text-fine text-faint">{words}</span>;
  }
  return (
    <img
      src={shown}
      width={width}
      height={height}
      alt={t("chat.picture.one", { number })}
      className="h-auto max-h-64 w-auto max-w-full min-w-8 rounded-control border border-line"
    />
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index++) bytes[index] = letters.charCodeAt(index);
  return bytes;
}
