/** Strokes on a 16 px grid, drawn for the console. */
const paths = {
  read: "M4 2.500h5l3 3v8H4zM9 2.500v3h3M6 8.500h4M6 11h4",
  search: "M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9ZM10.400 10.400l3.100 3.100",
  edit: "M3 13l.700-3L10.500 3.200a1.200 1.200 0 0 1 1.700 0l.600.600a1.200 1.200 0 0 1 0 1.700L6 12.300zM9.300 4.500l2.200 2.200",
  write: "M4 2.500h5l3 3v8H4zM9 2.500v3h3M8 7.500v4M6 9.500h4",
  shell: "M2.500 3h11v10h-11zM5 6l2 2-2 2M8.500 10.500H11",
  other: "M8 2.500v11M2.500 8h11M4.500 4.500l7 7M11.500 4.500l-7 7",
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
  menu: "M2.500 4.500h11M2.500 8h11M2.500 11.500h11",
  chevron: "M6 4l4 4-4 4",
  down: "M4 6l4 4 4-4",
  panel: "M2.500 3h11v10h-11zM10 3v10",
  trash: "M3 4.500h10M6 4.500V3h4v1.500M4.500 4.500l.600 8.500h5.800l.600-8.500M6.800 7v3.500M9.200 7v3.500",
  replay: "M3.200 6.200A5.200 5.200 0 1 1 2.800 9M3 3v3.300h3.300M8 5.500V8l1.800 1.200",
  gear: "M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 1.800v2M8 12.200v2M1.800 8h2M12.200 8h2M3.600 3.600l1.400 1.400M11 11l1.400 1.400M12.400 3.600L11 5M5 11l-1.400 1.400",
  engine:
    "M4.500 4.500h7v7h-7zM6.500 2v2.500M9.500 2v2.500M6.500 11.500V14M9.500 11.500V14M2 6.500h2.500M2 9.500h2.500M11.500 6.500H14M11.500 9.500H14",
  copy: "M5.500 5.500h7.500V13H5.500zM3 10.500V3h7.500v2.500",
  check: "M3 8.500l3.200 3.200L13 4.800",
  send: "M8 13V3M3.800 7.200L8 3l4.200 4.200",
  stop: "M4.500 4.500h7v7h-7z",
  play: "M5 3.500l7 4.500-7 4.500z",
  pause: "M5.500 3.500v9M10.500 3.500v9",
  info: "M8 2.500a5.500 5.500 0 1 0 0 11a5.500 5.500 0 1 0 0-11zM8 7.300v3.700M8 5v.300",
  warn: "M8 2.500L14 13H2zM8 6.500v3M8 11.200v.300",
  thought: "M3 4h10M3 8h7M3 12h4",
  picture: "M2.500 3.500h11v9h-11zM2.500 10.500l3-3 2.500 2.500 2-2 3.500 3.500M10.500 6h.010",
  fork: "M4.500 2.500v11M4.500 10c0-3 7-2 7-5.500M9.300 6.500l2.200-2.200 2.200 2.200",
  again: "M3.200 6.200A5.200 5.200 0 1 1 2.800 9M3 3v3.300h3.300",
  back: "M6 3L2.800 6.200 6 9.400M3 6.200h6a3.600 3.600 0 0 1 0 7.200H6.500",
  expand: "M9.500 2.500h4v4M13.500 2.500L9 7M6.500 13.500h-4v-4M2.500 13.500L7 9",
  pin: "M5.500 2.500h5l-.600 4.500 2.100 2H4l2.100-2zM8 9v4.500",
  more: "M3.500 8h.010M8 8h.010M12.500 8h.010",
  folder: "M2 4h4l1.500 1.500H14V12.500H2z",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`flex-none ${className ?? ""}`}
    >
      <path d={paths[name]} />
    </svg>
  );
}
