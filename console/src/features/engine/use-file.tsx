import { type FormEvent, useState } from "react";
import { PathOnDisk } from "../../folders/path-on-disk.tsx";
import { useWords } from "../../i18n/language.tsx";
import { useLoad } from "../../models/use-load.ts";
import { Button } from "../../ui/button.tsx";
import { FailureLine } from "../../ui/failure-line.tsx";

/** Loads a GGUF file from anywhere on this machine: by its path, or chosen from its folder. */
export function UseFile() {
  const { t } = useWords();
  const [path, setPath] = useState("");
  const { load, asking, failure, clear } = useLoad();
  const write = (written: string) => {
    setPath(written);
    clear();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (path.trim() !== "") void load({ path: path.trim() });
  };
  return (
    <form onSubmit={submit}>
      <PathOnDisk label={t("use.file.path")} value={path} onChange={write} picks="model">
        <Button type="submit" look="primary" icon="play" disabled={asking || path.trim() === ""}>
          {t("use.file.load")}
        </Button>
      </PathOnDisk>
      <FailureLine failure={failure} className="mt-2 text-ui" />
    </form>
  );
}
