import { isInside } from '#main/tool/is-inside.ts';

/** `isInside` with case and Unicode forms folded, for places that must not be reached by any spelling. */
export function isInsideFolded(file: string, folder: string): boolean {
  return isInside(fold(file), fold(folder));
}

const ASCII = /^\p{ASCII}*$/u;

export function fold(text: string): string {
  // Nearly all paths are ASCII, which the other steps leave as it is.
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
}
