import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import type { PathUse } from './option-spec.ts';
import type { RawCommand } from './parse/raw-command.ts';
import { literalWord, type Word } from './parse/word.ts';

const MAX_PATCH_BYTES = 4 * 1024 * 1024;
const MAX_NAMES = 500;

interface Patcher {
  /** Options that change neither which files are patches nor where the files they name are. */
  readonly options: RegExp;
  readonly defaultStrip: number;
  /** Goes on with, or ends, what an earlier call started, whose patches were decided then. */
  readonly continues?: RegExp;
  /** Options whose value is the patch; the operands are not. */
  readonly input?: RegExp;
}

const APPLY: Patcher = {
  options:
    /^(?:-[vqNR3z]|-[pC]\d+|--(?:verbose|quiet|index|intent-to-add|3way|cached|reverse|reject|allow-empty|recount|inaccurate-eof|whitespace=[\w-]+|ignore-whitespace|ignore-space-change|unidiff-zero|stat|numstat|summary|check|apply|allow-overlap|binary|exclude=.*|include=.*))$/su,
  defaultStrip: 1,
};

const AM: Patcher = {
  options:
    /^(?:-[3skquSmc]|-[pC]\d+|--(?:3way|signoff|keep|keep-non-patch|quiet|utf8|gpg-sign|no-gpg-sign|message-id|scissors|no-scissors|keep-cr|no-keep-cr|reject|no-verify|ignore-date|committer-date-is-author-date|whitespace=[\w-]+))$/u,
  defaultStrip: 1,
  continues: /^(?:--(?:continue|resolved|skip|abort|quit|retry|show-current-patch(?:=\w+)?)|-r)$/u,
};

const PATCH: Patcher = {
  options:
    /^(?:-[NREsltfubv]+|-p\d+|--(?:strip=\d+|forward|reverse|remove-empty-files|silent|quiet|ignore-whitespace|batch|force|unified|backup|verbose|binary))$/u,
  // Without `-p` it uses the last part of a name only, which the longer name ends with.
  defaultStrip: 0,
  input: /^(?:-i|--input=)(.*)$/su,
};

/**
 * The uses of `git apply`, `git am` and `patch` with the files that their patches name. Without them, if a patch can't be read (it comes
 * from another command, or has a form not known here), any file may be written.
 */
export function withPatchedFiles(program: string, words: readonly Word[], raw: RawCommand, uses: readonly PathUse[]): readonly PathUse[] {
  if (!uses.some((use) => use.namedByData === true)) return uses;
  const names = patchedFiles(program, words, raw);
  if (names === undefined) return uses;
  return [
    ...uses.map(({ namedByData: _known, ...use }) => use),
    ...names.map((name): PathUse => ({ word: literalWord(name), value: name, access: 'write', via: 'operand', recursive: false })),
  ];
}

function patchedFiles(program: string, words: readonly Word[], raw: RawCommand): readonly string[] | undefined {
  const { dir, uncertain, others } = raw.workingDir;
  if (uncertain || others.length > 0 || words.some((word) => word.value === null || word.glob)) return undefined;
  const verb = program === 'git' ? words[1]?.value : program;
  const patcher = verb === 'apply' ? APPLY : verb === 'am' ? AM : verb === 'patch' ? PATCH : undefined;
  if (patcher === undefined) return undefined;
  const values = words.slice(program === 'git' ? 2 : 1).map((word) => word.value ?? '');
  if (values.length === 1 && patcher.continues?.test(values[0] ?? '') === true) return [];
  const call = readCall(patcher, values, raw);
  if (call === undefined) return undefined;
  const names = call.files.map((file) => namesInFile(path.resolve(dir, file), patcher === AM));
  if (names.length === 0 || names.includes(undefined)) return undefined;
  const all = [...new Set(names.flatMap((some) => [...(some ?? [])]))];
  return all.length > MAX_NAMES
    ? undefined
    : [...new Set(all.flatMap((name) => [name.split('/').slice(call.strip).join('/'), name]))].filter(Boolean);
}

/** Its patches and how many leading parts of the names in them it drops; undefined for a form that isn't listed. */
function readCall(
  patcher: Patcher,
  values: readonly string[],
  raw: RawCommand,
): { readonly files: readonly string[]; readonly strip: number } | undefined {
  const files: string[] = [];
  let strip = patcher.defaultStrip;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? '';
    const input = patcher.input?.exec(value)?.[1];
    if (input !== undefined) files.push(input === '' ? (values[++at] ?? '') : input);
    else if (/^-[^-]/u.test(value) || value.startsWith('--')) {
      if (!patcher.options.test(value)) return undefined;
      const parts = /^(?:-p|--strip=)(\d+)$/u.exec(value)?.[1];
      if (parts !== undefined) strip = Number(parts);
    } else if (patcher.input !== undefined || value === '-') return undefined;
    else files.push(value);
  }
  const redirects = raw.redirects.filter(({ operator }) => operator.includes('<'));
  const [from] = redirects;
  if (files.length > 0) return files.some((file) => file === '' || file === '-') ? undefined : { files, strip };
  // The last redirection of its input counts, and one of another number is none of it.
  if (redirects.length !== 1 || raw.stdin !== undefined || from?.operator !== '<' || (from.descriptor ?? '0') !== '0') return undefined;
  if (from.target.value === null || from.target.glob) return undefined;
  return { files: [from.target.value], strip };
}

/** Lines that name files in unified, context and git patches, also indented or behind the marks of a forwarded message. */
const NAMING = /^[ \tX]*(?:- )*[ \tX]*(?:--- |\+\+\+ |\*\*\* |Index:|diff --git |rename (?:from|to) |copy (?:from|to) )[ \t]*(.*)$/gmu;
/** Headers of a message that leave its text as it is. */
const PLAIN_HEADER =
  /^content-(?:type:[ \t]*text\/plain;[ \t]*charset="?(?:utf-8|us-ascii)"?|transfer-encoding:[ \t]*(?:7bit|8bit))[ \t]*$/iu;

/** The names in a patch, those of git with their prefix; undefined if it can't be read, or names may be hidden in it. */
function namesInFile(file: string, isMessage: boolean): ReadonlySet<string> | undefined {
  const read = readBounded(file, MAX_PATCH_BYTES);
  if (read.kind !== 'text' || read.text.includes('\0') || /\r(?!\n)/u.test(read.text)) return undefined;
  const text = read.text.replaceAll('\r\n', '\n');
  if (isMessage && !isPlainMessage(text)) return undefined;
  const names = new Set<string>();
  for (const [line, rest = ''] of text.matchAll(NAMING)) {
    const name = rest.replace(/\t.*$/su, '').trim();
    // Quoted names have escapes.
    if (name.includes('"')) return undefined;
    if (line.includes('diff --git ')) {
      const both = name.split(' ');
      if (both.length !== 2) return undefined;
      for (const one of both) names.add(one);
    } else {
      names.add(name);
      // Without a tab, what follows a blank may be a date.
      names.add(name.split(/\s/u)[0] ?? name);
    }
  }
  for (const none of ['', '/dev/null']) names.delete(none);
  return names.size === 0 ? undefined : names;
}

/** A series of patches names other files; an encoded message hides its names. */
function isPlainMessage(text: string): boolean {
  if (/^# This series applies on GIT commit/mu.test(text)) return false;
  return text.split('\n').every((line) => !/^content-(?:type|transfer-encoding)\b/iu.test(line) || PLAIN_HEADER.test(line));
}
