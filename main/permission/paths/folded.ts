import { isInside } from '#main/tool/inside.ts';

/** `isInside` with case and Unicode forms folded, for places that must not be reached by any spelling. */
export function isInsideFolded(file: string, folder: string): boolean {
  return isInside(fold(file), fold(folder));
}

export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
}
