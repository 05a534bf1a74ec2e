import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';

/** A folder and its parents, up to the project folder; outside the project up to the root. */
export function foldersAbove(dir: string, projectDir: string): string[] {
  const folders: string[] = [];
  const isBelow = isInside(dir, projectDir);
  for (let current = dir; ; current = path.dirname(current)) {
    folders.push(current);
    if ((isBelow && current === projectDir) || path.dirname(current) === current) return folders;
  }
}
