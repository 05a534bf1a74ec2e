import path from 'node:path';

/** True when `file` is `folder` or lies below it. Both absolute; compared as spelled. */
export function isInside(file: string, folder: string): boolean {
  if (file === folder) return true;
  const base = folder.endsWith(path.sep) ? folder : folder + path.sep;
  return file.startsWith(base);
}

/** The same with case and Unicode forms folded, for places that must not be reached by any spelling. */
export function isInsideFolded(file: string, folder: string): boolean {
  return isInside(fold(file), fold(folder));
}

export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
}
