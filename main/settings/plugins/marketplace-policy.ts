import { normalize } from 'node:path';
import type { NamedSource } from '#shared/settings/plugin-settings.ts';
import type { SettingsLayer } from '../loaded-settings.ts';

/**
 * Why managed settings don't let plugins of this source be used; `undefined` when they do. A pattern that can't be read allows nothing and
 * blocks everything.
 */
export function barredBy(source: NamedSource, layers: readonly SettingsLayer[]): string | undefined {
  const managed = layers.filter((layer) => layer.source === 'policy').map(({ value }) => value);
  const blocked = managed.flatMap(({ blockedMarketplaces = [] }) => blockedMarketplaces);
  if (blocked.some((pattern) => matches(pattern, source, 'blocked')))
    return 'Your administrator blocked this marketplace (blockedMarketplaces).';
  const allowed = managed.find(({ strictKnownMarketplaces }) => strictKnownMarketplaces !== undefined)?.strictKnownMarketplaces;
  if (allowed === undefined || allowed.some((pattern) => matches(pattern, source, 'allowed'))) return undefined;
  return 'Your administrator allows only other marketplaces (strictKnownMarketplaces).';
}

type List = 'allowed' | 'blocked';

function matches(pattern: NamedSource, source: NamedSource, list: List): boolean {
  if (pattern.source === 'hostPattern') return matchesPattern(pattern['hostPattern'], hostOf(source), list);
  if (pattern.source === 'pathPattern') return matchesPattern(pattern['pathPattern'], pathOf(source), list);
  const [wanted, given] = [addressOf(pattern), addressOf(source)];
  const everyRepository = wanted?.endsWith('/*') === true && given?.startsWith(wanted.slice(0, -1)) === true;
  const isSame = wanted === undefined ? samePath(pattern, source) : wanted === given || everyRepository;
  if (!isSame) return false;
  // To allow one branch is not to allow the others; to block a repository is to block all of it.
  const sameIn = (key: 'ref' | 'path'): boolean =>
    pattern[key] === source[key] || (pattern[key] === undefined && (list === 'blocked' || everyRepository));
  return wanted === undefined || (sameIn('ref') && sameIn('path'));
}

function matchesPattern(pattern: unknown, text: string | undefined, list: List): boolean {
  if (text === undefined) return false;
  try {
    return typeof pattern === 'string' ? new RegExp(pattern, 'u').test(text) : list === 'blocked';
  } catch {
    // Not a regular expression.
    return list === 'blocked';
  }
}

/** One spelling for the address of a repository, however it is named. */
function addressOf(source: NamedSource): string | undefined {
  const { repo, url } = source;
  if (source.source === 'github' && typeof repo === 'string') return `https://github.com/${repo}`.toLowerCase();
  if (typeof url !== 'string') return undefined;
  return plainAddress(url)
    .replace(/\/+$|(?:\.git\/*)$/u, '')
    .toLowerCase();
}

/** As the server reads it: without the default port, “..” and letters written as codes. */
function plainAddress(url: string): string {
  const { href = url } = URL.parse(url) ?? {};
  try {
    return URL.parse(decodeURIComponent(href))?.href ?? href;
  } catch {
    // A “%” that begins no code.
    return href;
  }
}

function hostOf(source: NamedSource): string | undefined {
  return URL.parse(addressOf(source) ?? '')?.hostname;
}

function pathOf({ path, ...source }: NamedSource): string | undefined {
  return ['directory', 'file'].includes(source.source) && typeof path === 'string' ? normalize(path) : undefined;
}

function samePath(pattern: NamedSource, source: NamedSource): boolean {
  const path = pathOf(pattern);
  return path !== undefined && path === pathOf(source);
}
