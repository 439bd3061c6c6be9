import { type ReactNode, useId, useState } from "react";
import { useWords } from "../i18n/language.tsx";
import { Button } from "../ui/button.tsx";
import { PathField } from "../ui/path-field.tsx";
import { FolderPicker } from "./folder-picker.tsx";

type PathOnDiskProps = {
  label: string;
  hint?: string;
  value: string;
  onChange: (path: string) => void;
  /** The kind to pick. */
  picks: "folder" | "model";
  children: ReactNode;
};

/** A path on the machine that Kestrel runs on: typed, or picked from its folders. */
export function PathOnDisk({ picks, children, onChange, ...field }: PathOnDiskProps) {
  const { t } = useWords();
  const id = useId();
  const [choosing, setChoosing] = useState(false);
  const pick = (path: string) => {
    onChange(path);
    setChoosing(false);
    document.getElementById(id)?.focus();
  };
  return (
    <>
      <PathField id={id} onChange={onChange} {...field}>
        <Button icon="folder" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
          {t("use.file.choose")}
        </Button>
        {children}
      </PathField>
      {choosing && (
        <FolderPicker
          start={field.value.trim() || undefined}
          {...(picks === "model" ? { onModel: pick } : { onFolder: pick })}
        />
      )}
    </>
  );
}
