/** The kestrel, hovering. One path; the colour is the accent. */
export const birdPath =
  "M12 6.1c.9 0 1.6.6 1.8 1.5 2.3-2.2 5.4-4 9.2-4.6-.9 1.1-1.4 1.8-1.9 2.9-.8-.1-1.2 0-1.6.2.1.6-.1 1.2-.5 1.8-.7-.1-1.1 0-1.5.3 0 .6-.2 1.1-.7 1.5-.6 0-1 .1-1.4.5-.6 1.1-1 2-1.2 3.3l2.3 7.5-1.6-.7-.7 1.2-1.2-1-1 1.8-1-1.8-1.2 1-.7-1.2-1.6.7 2.3-7.5c-.2-1.3-.6-2.2-1.2-3.3-.4-.4-.8-.5-1.4-.5-.5-.4-.7-.9-.7-1.5-.4-.3-.8-.4-1.5-.3-.4-.6-.6-1.2-.5-1.8-.4-.2-.8-.3-1.6-.2C2.400 4.800 1.900 4.100 1 3c3.800.6 6.900 2.400 9.200 4.600.2-.9.900-1.500 1.800-1.500Z";

export function Bird({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="flex-none text-accent">
      <path d={birdPath} fill="currentColor" />
    </svg>
  );
}
