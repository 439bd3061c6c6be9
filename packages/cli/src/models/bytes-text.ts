/** Bytes as text: `4.7 GiB`, `512 MiB`. */
export function bytesText(bytes: number): string {
  const [unit, name] =
    bytes >= 2 ** 30 ? [2 ** 30, "GiB"] : bytes >= 2 ** 20 ? [2 ** 20, "MiB"] : [1024, "KiB"];
  const value = bytes / unit;
  return `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${name}`;
}
