import { isAbsolute, join, resolve } from 'node:path';

/**
 * Absolute paths that an instruction file imports as `@path`, in order. Code spans and blocks are skipped: there an `@` is a decorator,
 * a package or an address.
 */
export function findImports(text: string, folder: string, homeDir: string): string[] {
  const targets: string[] = [];
  for (const line of linesOutsideFences(text)) {
    for (const match of withoutCodeSpans(line).matchAll(/(?:^|\s)@((?:\\ |[^\s\\])+)/g)) {
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

/** A code span ends at the next run of the same number of backticks. Runs in linear time. */
function withoutCodeSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  const nextOfLength = new Map<number, number>();
  const closer = runs.map(() => -1);
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.[0].length ?? 0;
    closer[index] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, index);
  }
  let prose = '';
  let from = 0;
  for (let index = 0; index < runs.length; index++) {
    const end = runs[closer[index] ?? -1];
    if (!end) continue;
    prose += `${line.slice(from, runs[index]?.index)} `;
    from = end.index + end[0].length;
    index = closer[index] ?? index;
  }
  return prose + line.slice(from);
}

function resolveImport(path: string, folder: string, homeDir: string): string {
  if (path.startsWith('~/')) return join(homeDir, path.slice(2));
  return isAbsolute(path) ? path : resolve(folder, path);
}
