import type { RuleBehavior } from './rule.ts';

/**
 * Whether a relative file pattern matches at any depth below the working directory rather than from it. A pattern whose only slash is at its
 * end names a file or folder wherever it lies. One folder and what is in it, `src/**`, does so in deny and ask rules only: an allow rule
 * must not open folders that happen to bear the same name. What a `!` takes back it takes back everywhere.
 */
export function matchesAtAnyDepth(pattern: string, behavior: RuleBehavior): boolean {
  const body = pattern.replace(/^!/u, '').replace(/^(?:\.\/)+/u, '');
  if (body.startsWith('/') || body.startsWith('~/') || body === '~') return false;
  const folder = /^[^/]+(?=\/\*\*$)/u.exec(body)?.[0];
  if (folder !== undefined) return behavior !== 'allow' || folder === '**' || pattern.startsWith('!');
  return !body.replace(/\/$/u, '').includes('/');
}
