import { isAbsolute, join, resolve } from 'node:path';

/**
 * Files an instruction file names as `@path`, absolute, in the order they appear. Not inside code: there an `@` is a
 * decorator, a package or an address.
 */
export function findImports(text: string, folder: string, homeDir: string): string[] {
  const targets: string[] = [];
  for (const line of linesOutsideFences(text)) {
    const prose = line.replace(/(`+)(?:(?!\1).)*?\1/g, ' ');
    for (const match of prose.matchAll(/(?:^|\s)@((?:\\ |[^\s\\])+)/g)) {
      const path = (match[1] ?? '').replaceAll('\\ ', ' ').replace(/[.,;:!?)]+$/, '');
      if (path !== '') targets.push(resolveImport(path, folder, homeDir));
    }
  }
  return [...new Set(targets)];
}

function linesOutsideFences(text: string): string[] {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const marker = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && marker === undefined) lines.push(line);
    else if (fence === undefined) fence = marker;
    else if (marker?.startsWith(fence) && line.trim() === marker) fence = undefined;
  }
  return lines;
}

function resolveImport(path: string, folder: string, homeDir: string): string {
  if (path.startsWith('~/')) return join(homeDir, path.slice(2));
  return isAbsolute(path) ? path : resolve(folder, path);
}
