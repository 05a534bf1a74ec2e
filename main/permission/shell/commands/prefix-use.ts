import type { GlobSight } from '../glob-sight.ts';
import type { PathUse } from '../option-spec.ts';
import { readUse } from '../platform-reading.ts';
import { literalWord, type Word } from '../parse/word.ts';
import { quietFind } from './find.ts';
import { prefixSpec } from './prefix-options.ts';
import { segmentsOf } from './program-names.ts';

/** Programs that access an archive by `rsh` or `ssh` when a colon comes before any slash (GNU tar and cpio manuals). */
const ARCHIVERS: ReadonlySet<string> = new Set(['tar', 'gtar', 'cpio']);

/** Whether a word may name an archive on another machine, separately or joined with its option. */
export function mayBeRemote(program: string, { value }: Word): boolean {
  return ARCHIVERS.has(program) && value !== null && /^(?:-{1,2}[\w-]*=?)?[\w.@-]+:/u.test(value);
}

export interface PrefixUse {
  /** Every word is in the table. */
  readonly understood: boolean;
  readonly paths: readonly PathUse[];
}

/** Parses the words of a program with an option table; undefined for any other. */
export function prefixPaths(program: string, words: readonly Word[], globs: GlobSight): PrefixUse | undefined {
  if (program === 'find') return { understood: quietFind(words, () => undefined) !== undefined, paths: [] };
  const spec = prefixSpec(program);
  if (spec === undefined) return undefined;
  const use = readUse(program === 'tar' ? withDash(words) : words, spec, globs);
  if (use === undefined) return { understood: false, paths: [] };
  if (words.some((word) => mayBeRemote(program, word))) return { understood: false, paths: use.paths };
  const understood = program !== 'curl' && program !== 'wget' ? true : isPlainFetch(use.values, use.operands, use.flags);
  const paths = WRITES_BY_ROLE.has(spec.operands) ? use.paths.filter((one) => one.via === 'option') : use.paths;
  const searches =
    spec.defaultsToHere === 'recursive' ||
    ['-d', '--directories'].some((name) => use.values.get(name)?.some((value) => value.startsWith('rec')));
  if (!searches) return { understood, paths };
  const named = use.paths.some((one) => one.via === 'operand');
  return { understood, paths: [...paths, ...(named ? [] : [HERE])].map((one) => ({ ...one, recursive: true })) };
}

const HERE: PathUse = { word: literalWord('.'), value: '.', access: 'read', via: 'operand', recursive: true };

/** For these roles the table of file roles is more precise about operands. */
const WRITES_BY_ROLE: ReadonlySet<string> = new Set(['list', 'write', 'delete', 'copy', 'move', 'text', 'none']);

/** `tar czf` is `tar -czf`, as long as only one letter takes a value. */
function withDash(words: readonly Word[]): readonly Word[] {
  const [first, ...rest] = words;
  const letters = first?.value ?? '';
  if (!/^[A-Za-z]+$/u.test(letters)) return words;
  if (letters.replace(/[^fCTXbFgHIKLNV]/gu, '').length > 1) return [literalWord('--unknown')];
  const valued = letters.replace(/[^fC]/gu, '');
  return [literalWord(`-${letters.replace(/[fC]/gu, '')}${valued}`), ...rest];
}

/** A request to one web address that sends at most what is on the line. */
function isPlainFetch(values: ReadonlyMap<string, readonly string[]>, operands: readonly Word[], flags: ReadonlySet<string>): boolean {
  const of = (...names: readonly string[]): readonly string[] => names.flatMap((name) => values.get(name) ?? []);
  const addresses = [...operands.map((word) => word.value ?? ''), ...of('--url')];
  if (
    addresses.length > 1 ||
    addresses.some((one) => !/^(?:https?:\/\/)?[^:/?#{}]/iu.test(one) || (/^[a-z][\w+.-]*:\/\//iu.test(one) && !/^https?:/iu.test(one)))
  )
    return false;
  if (of('-b', '--cookie').some((one) => !one.includes('='))) return false;
  if (of('-w', '--write-out').some((one) => one.includes('%output{') || one.startsWith('@'))) return false;
  if (of('--data-urlencode').some((one) => /^[^=]*@/u.test(one))) return false;
  if (of('-X', '--request', '--method').some((one) => /^(?:DELETE|PURGE)$/iu.test(one))) return false;
  const changes = [...flags].some((flag) => /^(?:-X|-d|-F|--request|--data.*|--json|--form.*)$/u.test(flag));
  return (
    !changes ||
    !addresses.some((one) =>
      one
        .split(/[/?]/u)
        .slice(3)
        .flatMap(segmentsOf)
        .some((part) => DESTROYING_PLACES.has(part)),
    )
  );
}

const DESTROYING_PLACES: ReadonlySet<string> = new Set(
  'delete remove purge destroy drop truncate flush close refunds wipe terminate'.split(' '),
);
