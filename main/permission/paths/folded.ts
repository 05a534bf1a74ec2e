import { isInside } from '#main/tool/is-inside.ts';

/** `isInside` with case and Unicode forms folded, for locations that no spelling may reach. */
export function isInsideFolded(file: string, folder: string): boolean {
  return isInside(fold(file), fold(folder));
}

const ASCII = /^\p{ASCII}*$/u;

export function fold(text: string): string {
  // Fast path: nearly all paths are ASCII, which the other steps don't change.
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
}
