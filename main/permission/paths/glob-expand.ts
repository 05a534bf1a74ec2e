import { readdirSync } from 'node:fs';
import path from 'node:path';
import { globExpression } from './glob-expression.ts';

const MAX_MATCHES = 500;

/** Current matches of an absolute shell glob, at most 500; errs towards more than bash would match. Undefined when they can't be determined. */
export function expandGlob(pattern: string): string[] | undefined {
  const parts = pattern.split('/').filter((part) => part !== '');
  let level: string[] = ['/'];
  for (const part of parts) {
    const next: string[] = [];
    for (const folder of level) {
      const found = step(folder, part);
      if (found === undefined) return undefined;
      next.push(...found);
      if (next.length > MAX_MATCHES) return undefined;
    }
    level = next;
    if (level.length === 0) break;
  }
  return level;
}

function step(folder: string, part: string): string[] | undefined {
  if (!/[*?[]/u.test(part)) return [path.join(folder, part)];
  const expression = globExpression(part.normalize('NFC'));
  if (expression === undefined) return undefined;
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  if (names.length > 20_000) return undefined;
  // In older shells `.*` matches the parent folder as well.
  if (!/^\.\[[!^]\.|^\.\?\?/u.test(part)) names.push('..');
  return names.filter((name) => expression.test(name) || expression.test(name.normalize('NFC'))).map((name) => path.join(folder, name));
}
