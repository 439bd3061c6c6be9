type OwnWordsProps = {
  label: string;
  value: string;
  /** Characters at most. */
  most: number;
  onChange: (words: string) => void;
  /** Enter was pressed outside an input method composition. In a form its own submit is enough. */
  onEnter?: () => void;
};

/** A free-text field beside the offered answers. */
export function OwnWords({ label, value, most, onChange, onEnter }: OwnWordsProps) {
  return (
    <label className="min-w-48 flex-1">
      <span className="mb-1 block text-fine text-dim">{label}</span>
      <input
        value={value}
        maxLength={most}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) onEnter?.();
        }}
        className="h-8 w-full rounded-control border border-control bg-paper px-2 text-ui"
      />
    </label>
  );
}
