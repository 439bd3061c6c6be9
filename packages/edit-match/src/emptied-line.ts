/** The number of the line that an edit left empty: it took the text of whole lines without their last line break, in one place. */
export function emptiedLine(before: string, after: string): number | undefined {
  let same = 0;
  while (same < after.length && before.charCodeAt(same) === after.charCodeAt(same)) same += 1;
  const start = after.slice(0, same);
  const removed = before.length - after.length;
  if (removed <= 0 || !/(?:^|\n)$/.test(start) || !/^\r?\n/.test(after.slice(same, same + 2)))
    return undefined;
  const gone = before.slice(same, same + removed);
  if (gone.trim() === "" || gone.endsWith("\n") || before.slice(same + removed) !== after.slice(same))
    return undefined;
  return start.split("\n").length;
}
