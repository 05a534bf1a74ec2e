import type { RuleBehavior } from './rule.ts';

/**
 * Whether a relative file pattern matches at any depth, not only directly in the working directory. A pattern whose only slash is at its
 * end matches a file or folder anywhere. A folder with its contents (`src/**`) does so in deny and ask rules only: an allow rule must not
 * allow other folders with the same name. A `!` exclusion applies at any depth.
 */
export function matchesAtAnyDepth(pattern: string, behavior: RuleBehavior): boolean {
  const body = pattern.replace(/^!/u, '').replace(/^(?:\.\/)+/u, '');
  if (body.startsWith('/') || body.startsWith('~/') || body === '~') return false;
  const folder = /^[^/]+(?=\/\*\*$)/u.exec(body)?.[0];
  if (folder !== undefined) return behavior !== 'allow' || folder === '**' || pattern.startsWith('!');
  return !body.replace(/\/$/u, '').includes('/');
}
