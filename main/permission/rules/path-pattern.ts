import path from 'node:path';
import { matchesAtAnyDepth } from '#shared/permission/explain-rule.ts';
import type { RuleBehavior } from '#shared/permission/rule.ts';

/** A path pattern with its anchor resolved, in gitignore syntax relative to `anchor`. */
export interface AnchoredPattern {
  /** Absolute folder; undefined when the rule's source has no folder, so that it matches nothing. */
  readonly anchor: string | undefined;
  /** The pattern for the gitignore matcher. */
  readonly pattern: string;
  /** The same as an absolute glob over whole paths, for overlap tests. */
  readonly reach: string;
}

export interface AnchorFolders {
  readonly home: string;
  readonly start: string;
  /** The folder that a single leading slash refers to. */
  readonly settings: string | undefined;
}

/**
 * Resolves the four anchors of a file rule (SPEC G3): `//` is the filesystem root, `~/` the home folder, `/` the settings source's folder,
 * anything else the start folder. A trailing `/**` or `/` also covers the folder itself, so `src/**` and `src/` match like `src`; `src/**`
 * in an allow rule only for the folder directly in the start folder.
 */
export function anchorPattern(written: string, folders: AnchorFolders, behavior: RuleBehavior): AnchoredPattern {
  const negated = written.startsWith('!');
  const body = (negated ? written.slice(1) : written).normalize('NFC');
  const [anchor, rest, rooted] = split(body, folders);
  const short = rest.length > 3 ? rest.replace(/\/(?:\*\*)?$/u, '') : rest;
  const own = rooted || (rest !== short && !matchesAtAnyDepth(written, behavior));
  const pinned = own && !short.startsWith('/') ? `/${short}` : short;
  const pattern = `${negated ? '!' : ''}${pinned}`;
  const anywhere = !pinned.replace(/\/$/u, '').includes('/');
  return { anchor, pattern, reach: `${anchor ?? ''}/${anywhere ? '**/' : ''}${pinned}/**` };
}

function split(body: string, folders: AnchorFolders): readonly [string | undefined, string, boolean] {
  if (body.startsWith('//')) return [path.parse(folders.start).root, body.slice(2), true];
  if (body === '~') return [folders.home, '**', true];
  if (body.startsWith('~/')) return [folders.home, body.slice(2), true];
  if (body.startsWith('/')) return [folders.settings, body.slice(1), true];
  return [folders.start, body.replace(/^(?:\.\/)+/u, ''), false];
}
