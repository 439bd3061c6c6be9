const device = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;

/** Whether a path has a special meaning on Windows: device names, streams, drive-relative, UNC and short names. */
export function isWindowsTrap(path: string): boolean {
  if (/^[\\/]{2}/.test(path)) return true;
  const afterDrive = path.replace(/^[a-z]:[\\/]/i, "");
  if (afterDrive.includes(":")) return true;
  return afterDrive
    .split(/[\\/]+/)
    .some((part) => device.test(part.trimEnd()) || /~\d/.test(part) || /[^ .][ .]+$/.test(part));
}
