/** How many lines were added and removed; nothing for none. */
export function ChangedLines({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="tabular flex-none">
      {(added > 0 || removed === 0) && <span className="text-ok">+{added}</span>}
      {added > 0 && removed > 0 && " "}
      {removed > 0 && <span className="text-danger">−{removed}</span>}
    </span>
  );
}
