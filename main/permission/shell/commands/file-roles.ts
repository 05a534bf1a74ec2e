import type { PathAccess, PathVia } from '#shared/permission/facts.ts';
import { findPaths } from './find-paths.ts';
import { literalWord, type Word } from '../parse/word.ts';
import type { PathUse } from '../option-spec.ts';
import { type Role, type Roles, ROLES } from './file-role-table.ts';
import { derivedOutputs } from './derived-outputs.ts';
import { fetchedFiles } from './fetched-files.ts';
import { gitPaths } from '../git/git-file-roles.ts';
import { readSedScript, sedScripts } from './languages/sed-script.ts';
import { sqliteQuery } from './languages/sql-queries.ts';
import { unpackedHere, unpackedInto } from './unpacked-files.ts';

/** The paths of a known command; undefined when the command is not in the table. */
export function pathsByRole(program: string, words: readonly Word[]): PathUse[] | undefined {
  const derived = derivedOutputs(program, words);
  const known = usesByRole(program, words);
  const uses = derived.length === 0 ? known : [...(known ?? []), ...derived];
  return takesList(program, words) ? [...(uses ?? []), listedFiles()] : uses;
}

/** It reads the names of its files from another file or its input. */
function takesList(program: string, words: readonly Word[]): boolean {
  if (program === 'cpio') return words.some((word) => /^-[a-z]*[op]|^--(?:create|pass-through)/u.test(word.value ?? ''));
  if (program === 'zip' && words.some((word) => word.value === '-@')) return true;
  const isTar = program === 'tar' || program === 'bsdtar';
  return words.some((word) => /^--files0?-from/u.test(word.value ?? '') || (isTar && /^-[a-zA-Z]*T/u.test(word.value ?? '')));
}

function listedFiles(): PathUse {
  return { word: literalWord('listed files'), value: null, access: 'read', via: 'operand', recursive: false };
}

function usesByRole(program: string, words: readonly Word[]): PathUse[] | undefined {
  if (program === 'sed') return sedPaths(words);
  if (program === 'git') return gitPaths(words);
  if (program === 'find') return findPaths(words);
  if (program === 'tar' || program === 'bsdtar') return tarPaths(words);
  if (program === 'unzip' && !words.some((word) => /^-[abCDfFjKLMnNoqsTuUVWXz:^]*[lptvZ]/u.test(word.value ?? ''))) {
    const uses = readRoles(words, { operands: 'none', first: 'read', options: { '-d': 'write' }, outputs: ['-d'], purpose: true });
    return uses.some((use) => use.access === 'write') ? unpackedInto(uses) : [...uses, unpackedHere()];
  }
  if (program === 'sqlite3') {
    const query = sqliteQuery(words.map(({ value }) => value));
    const file = query === undefined ? undefined : words[query.at];
    return file === undefined ? undefined : [{ word: file, value: file.value, access: 'read', via: 'operand', recursive: false }];
  }
  if (program === 'ln' && !makesSymbolicLinks(words)) return hardLinks(words);
  if (program === 'yq' && words.some(({ value }) => /^(?:-[a-zA-Z]*i|--inplace|--in-place)/u.test(value ?? '')))
    return changedInPlace(words);
  const fetchedHere = fetchedFiles(program, words);
  if (fetchedHere !== undefined) return fetchedHere;
  const roles = ROLES.get(program === 'gawk' || program === 'mawk' || program === 'nawk' ? 'awk' : program);
  const moves = program === 'zip' && words.some((word) => /^-[a-zA-Z]*m|^--mo?v?e?$/u.test(word.value ?? ''));
  const uses = roles === undefined ? undefined : readRoles(words, moves ? { ...roles, operands: 'delete' } : roles);
  const named = namedByData(program, words, uses ?? []);
  return named.length === 0 ? uses : [...(uses ?? []), ...named];
}

/** What follows the expression, which is given first. */
function changedInPlace(words: readonly Word[]): PathUse[] {
  const operands = words.filter(({ value }) => value?.startsWith('-') !== true && !/^(?:e|ea|eval|eval-all)$/u.test(value ?? ''));
  const isGiven = words.some(({ value }) => /^--(?:expression|from-file)=/u.test(value ?? ''));
  return operands.slice(isGiven ? 0 : 1).map((word) => ({ word, value: word.value, access: 'write', via: 'operand', recursive: false }));
}

/** Files whose names come from the data that is unpacked, applied or fetched (manuals of patch, cpio, curl, wget). */
function namedByData(program: string, words: readonly Word[], uses: readonly PathUse[]): PathUse[] {
  const has = (option: RegExp): boolean => words.some((word) => option.test(word.value ?? ''));
  if (['cp', 'mv', 'ln', 'install'].includes(program)) return has(/^-[a-zA-Z]*S|^--suf/u) ? [backup()] : [];
  const writes = uses.some((use) => use.access === 'write');
  // Only a file that is named itself, not a folder or one for rejected parts, keeps the patch from naming others.
  if (program === 'patch') {
    const names = uses.some((use) => use.access === 'write' && use.via === 'operand');
    return names || has(/^--dry-run$/u)
      ? []
      : [unpackedHere(words.find((_, at) => /^(?:-d|--directory)$/u.test(words[at - 1]?.value ?? '')))];
  }
  if (program === 'cpio') return has(/^-[a-z]*i|^--extract$/u) && !has(/^-[a-z]*t|^--list$/u) ? [unpackedHere()] : [];
  if (program === 'rsync' || program === 'scp') return fetched(words, uses);
  if (program === 'wget' && has(/^-[a-zA-Z]*[rmpx]|^--(?:rec|mir|pag|force-d)/u))
    return writes ? unpackedInto(uses.filter((use) => use.access === 'write')) : [unpackedHere()];
  const fetches = program === 'curl' ? has(/^-[a-zA-Z]*[OJ]|^--remote-/u) : program === 'wget' && !writes && !has(/^--spider$/u);
  if (!fetches) return [];
  return words.flatMap((word): PathUse[] => {
    if (word.value === null) return [unpackedHere()];
    const name = word.value.startsWith('-') ? undefined : /\/([^/?#]+)(?:[?#].*)?$/u.exec(word.value)?.[1];
    return name === undefined ? [] : [{ word, value: name, access: 'write', via: 'option', recursive: false }];
  });
}

/** `host:file`, `host::module/file`, `rsync://host/file` */
const ON_ANOTHER_MACHINE = /^(?!\/)[^/]+:/u;

/** What another machine sends: with folders or patterns it chooses the names, else a file keeps its own. */
function fetched(words: readonly Word[], uses: readonly PathUse[]): PathUse[] {
  const into = uses.filter((use) => use.access === 'write' && use.via === 'operand' && !ON_ANOTHER_MACHINE.test(use.value ?? ''));
  const from = uses.filter((use) => use.access === 'read' && ON_ANOTHER_MACHINE.test(use.value ?? ''));
  if (from.length === 0) return [];
  const many = words.some(({ value }) => /^-(?!-)[a-zA-Z]*[ardR]|^--(?:archive|recursive|dirs|files-from)/u.test(value ?? ''));
  if (many || from.some(({ value }) => !/^[^*?[{$`]*[/:][^/:*?[{$`]+$/u.test(value ?? '')))
    return into.map((use) => unpackedHere(use.word));
  return into.flatMap((use) =>
    from.map((source): PathUse => ({ ...use, value: `${use.value ?? ''}/${/[^/:]+$/u.exec(source.value ?? '')?.[0] ?? ''}` })),
  );
}

const LINK_ROLES = ROLES.get('ln');

/** A hard link lets a file be changed under another name, which no rule for the first one sees. */
function hardLinks(words: readonly Word[]): PathUse[] {
  const uses = LINK_ROLES === undefined ? [] : readRoles(words, LINK_ROLES);
  return [
    ...uses,
    ...uses.flatMap((use) => (use.access === 'read' ? [{ ...use, access: 'write' as const }] : [])),
    ...namedByData('ln', words, uses),
  ];
}

function makesSymbolicLinks(words: readonly Word[]): boolean {
  return words.some(
    ({ value }, at) =>
      /^(?:-[bdfFiLnPrTv]*s[a-zA-Z]*|--symbolic)$/u.test(value ?? '') &&
      !words.slice(0, at).some((before) => before.value === null || before.value === '--') &&
      !/^(?:-[a-zA-Z]*[St]|--suffix|--target-directory)$/u.test(words[at - 1]?.value ?? ''),
  );
}

/** The previous content is kept under a name derived from an option. */
function backup(): PathUse {
  return { word: literalWord('backup'), value: null, access: 'write', via: 'option', recursive: false };
}

function readRoles(words: readonly Word[], roles: Roles): PathUse[] {
  const uses: PathUse[] = [];
  const operands: Word[] = [];
  const add = (word: Word, value: string | null, role: Role, via: PathVia): void => {
    if (role !== 'none') uses.push({ word, value, access: role satisfies PathAccess, via, recursive: roles.recursive === true });
  };
  let rest = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined) continue;
    const value = word.value;
    if (value === null || rest || !value.startsWith('-') || value === '-') {
      if (value === null) for (const role of assignedRoles(word, roles)) add(word, null, role, 'operand');
      const named = value === null ? undefined : /^([a-z]+)=(.*)$/su.exec(value);
      const role = roles.assignments?.[named?.[1] ?? ''];
      if (role !== undefined) add(word, named?.[2] ?? '', role, 'operand');
      else operands.push(word);
      continue;
    }
    if (value === '--') {
      rest = true;
      continue;
    }
    i += readOption(word, value, words[i + 1], roles, add);
  }
  operands.forEach((word, index) => {
    const lastRole = roles.last !== undefined && operands.length > 1 && index === operands.length - 1 ? roles.last : undefined;
    const role = lastRole ?? (index === 0 ? roles.first : undefined) ?? roles.operands;
    if (word.value !== '-') add(word, word.value, role, roles.purpose || role === 'read' ? 'operand' : 'option');
  });
  return uses;
}

/** What a computed operand may name: `of=$x` an output, `$x` anything. */
function assignedRoles({ text }: Word, { assignments = {} }: Roles): readonly Role[] {
  const name = /^([a-z]+)=/u.exec(text)?.[1];
  if (name === undefined) return [...new Set(Object.values(assignments))];
  const role = assignments[name];
  return role === undefined ? [] : [role];
}

type Add = (word: Word, value: string | null, role: Role, via: PathVia) => void;

/** Returns how many further words the option took. */
function readOption(word: Word, value: string, next: Word | undefined, roles: Roles, add: Add): number {
  const options = roles.options ?? {};
  if (value.startsWith('--') || options[value] !== undefined) {
    const at = value.indexOf('=');
    const name = at < 0 ? value : value.slice(0, at);
    const full =
      Object.keys(options).find((key) => key === name) ?? Object.keys(options).find((key) => name.length > 3 && key.startsWith(name));
    const role = full === undefined ? undefined : options[full];
    const via = roles.outputs?.includes(full ?? '') === true ? 'operand' : 'option';
    if (role !== undefined && at >= 0) add(word, value.slice(at + 1), role, via);
    else if (role !== undefined && next !== undefined) {
      add(next, next.value, role, via);
      return 1;
    }
    return at < 0 && (roles.valued ?? []).includes(name) ? 1 : 0;
  }
  for (let at = 1; at < value.length; at++) {
    const name = `-${value[at] ?? ''}`;
    const role = options[name];
    const attached = value.slice(at + 1);
    if (role !== undefined) {
      const via = roles.outputs?.includes(name) === true ? 'operand' : 'option';
      if (attached !== '') add(word, attached, role, via);
      else if (next !== undefined) add(next, next.value, role, via);
      return attached === '' ? 1 : 0;
    }
    if ((roles.valued ?? []).includes(name)) return attached === '' ? 1 : 0;
  }
  return 0;
}

/** `sed -i.bak` keeps the previous content under another name; a `*` in the suffix stands for the file's name (GNU sed manual). */
function sedBackups(use: PathUse, words: readonly Word[]): PathUse[] {
  const suffixes = words.flatMap((word) => /^(?:-[nErsuz]*i|--in-place=)(.+)$/su.exec(word.value ?? '')?.[1] ?? []);
  return suffixes.map((suffix): PathUse => {
    const folder = /^.*\//su.exec(use.value ?? '')?.[0] ?? '';
    const name = (use.value ?? '').slice(folder.length);
    const kept = suffix.includes('*') ? suffix.replaceAll('*', name) : name + suffix;
    return { ...use, value: use.value === null ? null : kept.includes('/') ? kept : folder + kept };
  });
}

/** The files a script names; any file when it isn't understood. */
function namedInSed(words: readonly Word[]): PathUse[] {
  const scripts = sedScripts(words);
  const read = scripts?.map(readSedScript);
  if (read === undefined || read.includes(undefined)) {
    const script = literalWord('the files its script names');
    return [{ word: script, value: null, access: 'mention', via: 'option', recursive: false }];
  }
  const use = (file: string, access: 'read' | 'write'): PathUse => ({
    word: literalWord(file),
    value: file,
    access,
    via: 'option',
    recursive: false,
  });
  return read.flatMap((one) => [
    ...(one?.reads ?? []).map((file) => use(file, 'read')),
    ...(one?.writes ?? []).map((file) => use(file, 'write')),
  ]);
}

/** `sed -i` writes its files; `w` in a script writes the file it names. */
function sedPaths(words: readonly Word[]): PathUse[] {
  const inPlace = words.some((word) => /^-[nErsuz]*i|^--in-?p?l?a?c?e?/u.test(word.value ?? ''));
  const scripted = words.some((word) => /^-[nErsuz]*[ef]|^--expr|^--file/u.test(word.value ?? ''));
  const uses = readRoles(words, {
    operands: inPlace ? 'write' : 'read',
    first: scripted ? (inPlace ? 'write' : 'read') : 'none',
    options: { '-f': 'read', '--file': 'read' },
    valued: ['-e', '--expression', '-l'],
    purpose: false,
  });
  uses.push(...uses.filter((use) => inPlace && use.access === 'write').flatMap((use) => sedBackups(use, words)));
  return [...uses, ...namedInSed(words)];
}

/** `tar` takes its letters with or without a dash, and `f` has a different role when packing than when unpacking. */
/** Up to the first option whose value may follow in the same word: `xf` of `-xfa.tar`. */
const TAR_LETTERS = /^-([ABDEGJMO-SUWYZacdeh-z]*[A-Za-z]?)/u;

function tarPaths(words: readonly Word[]): PathUse[] {
  const bundle = /^[A-Za-z]+$/u.test(words[0]?.value ?? '') ? (words[0]?.value ?? '') : '';
  const letters = [bundle, ...words.flatMap((word) => TAR_LETTERS.exec(word.value ?? '')?.[1] ?? [])].join('');
  const long = (name: string): boolean =>
    words.some((word) => (word.value ?? '').length > 3 && name.startsWith((word.value ?? '').split('=')[0] ?? ' '));
  const unpacks = letters.includes('x') || long('--extract') || long('--get');
  const looks = letters.includes('t') || long('--list');
  const rest = bundle === '' ? words : [literalWord(`-${bundle}`), ...words.slice(1)];
  const archive = unpacks || looks ? 'read' : 'write';
  const uses = readRoles(rest, {
    operands: unpacks || looks ? 'none' : 'read',
    options: {
      '-f': archive,
      '--file': archive,
      '-C': unpacks ? 'write' : 'read',
      '--directory': unpacks ? 'write' : 'read',
      '-T': 'read',
      '--files-from': 'read',
      '-X': 'read',
    },
    outputs: ['-f', '--file', '-C', '--directory'],
    purpose: true,
    recursive: true,
  });
  const prints = bundle.includes('O') || words.some((word) => /^(?:-[xzjJvkpma]*O|--to-stdout$)/u.test(word.value ?? ''));
  if (!unpacks || prints) return uses;
  return uses.some((use) => use.access === 'write') ? unpackedInto(uses) : [...uses, unpackedHere()];
}
