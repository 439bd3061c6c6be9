import { type FormEvent, useId, useState } from "react";
import { FolderPicker } from "../../folders/folder-picker.tsx";
import { useWords } from "../../i18n/language.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";
import { PathField } from "../../ui/path-field.tsx";
import { useLoad } from "./use-load.ts";

/** Loads a GGUF file that lies anywhere on this machine: by its path, or chosen from its folder. */
export function UseFile() {
  const { t } = useWords();
  const name = useId();
  const [path, setPath] = useState("");
  const [choosing, setChoosing] = useState(false);
  const { load, asking, failure } = useLoad();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== "") void load({ path: path.trim() });
  };
  return (
    <form onSubmit={submit}>
      <PathField id={name} label={t("use.file.path")} value={path} onChange={setPath}>
        <Button icon="folder" aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
          {t("use.file.choose")}
        </Button>
        <Button type="submit" look="primary" icon="play" disabled={asking || path.trim() === ""}>
          {t("use.file.load")}
        </Button>
      </PathField>
      {choosing && (
        <FolderPicker
          onModel={(chosen) => {
            setPath(chosen);
            setChoosing(false);
            document.getElementById(name)?.focus();
          }}
        />
      )}
      <FailureLine failure={failure} className="mt-2 text-13" />
    </form>
  );
}
