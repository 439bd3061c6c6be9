/** A sentence of Kestrel's. Text between backticks is shown as code. */
export function CodeWords({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="font-mono text-[0.95em] [overflow-wrap:anywhere]">
        {part}
      </code>
    ),
  );
}
