/** The last part of a path: what people call the folder. */
export const folderName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
