import type { GlobSight } from '../glob-sight.ts';
import { type OptionSpec, parseUse } from '../option-spec.ts';
import type { Word } from '../word.ts';
import { CURL_OF_GITHUB, GITHUB_API, GITHUB_READS } from './network-reads/github.ts';
import { KUBERNETES_READS } from './network-reads/kubernetes.ts';

/**
 * Whether a command only queries a server the user is logged in to, and changes nothing there or here. Every word must be known: a word
 * computed at run time might send file content to the server.
 */
export function isNetworkRead(program: string, rest: readonly Word[], globs: GlobSight): boolean {
  if (!rest.every((word) => word.value !== null && !word.expands && !word.glob)) return false;
  const found = specOf(program, rest);
  return found !== undefined && parseUse(rest.slice(found.skip), found.spec, globs) !== undefined;
}

interface Found {
  readonly spec: OptionSpec;
  /** Number of words of the sub-command. */
  readonly skip: number;
}

function specOf(program: string, rest: readonly Word[]): Found | undefined {
  const [first, second] = rest.map(({ value }) => value ?? '');
  const of = (spec: OptionSpec | undefined, skip: number): Found | undefined => (spec === undefined ? undefined : { spec, skip });
  switch (program) {
    case 'gh':
      return first === 'api' ? of(GITHUB_API, 1) : of(GITHUB_READS.get(`${first ?? ''} ${second ?? ''}`), 2);
    case 'kubectl': {
      const skip = wordsBeforeVerb(rest);
      return of(KUBERNETES_READS.get(rest[skip]?.value ?? ''), skip + 1);
    }
    case 'curl':
      return of(CURL_OF_GITHUB, 0);
    default:
      return undefined;
  }
}

/** `kubectl -n name get`: which of the user's own clusters, and which namespace. */
function wordsBeforeVerb(rest: readonly Word[]): number {
  let skip = 0;
  for (; /^(?:-n|--(?:namespace|context)(?:=|$))/u.test(rest[skip]?.value ?? ''); skip++)
    if (/^(?:-n|--namespace|--context)$/u.test(rest[skip]?.value ?? '')) skip++;
  return skip;
}
