import type { PathUse } from '../option-spec.ts';
import { literalWord, type Word } from '../parse/word.ts';
import { clonedFolders } from '../git/git-file-roles.ts';
import { unpackedHere } from './unpacked-files.ts';

/** `s3://bucket/key`, `remote:path`: a place that isn't on this machine. */
const ELSEWHERE = /^[\w-]+:/u;
/** They take everything in a folder. */
const MANY = /^(?:sync|copy|rsync|mirror|-[a-zA-Z]*[rR]|--recursive)$/u;

/** Programs that fetch files from a store, to the last of their operands. */
const STORES: ReadonlySet<string> = new Set('aws gsutil gcloud azcopy rclone s3cmd s5cmd mc'.split(' '));
/** Verbs whose last operand is the file that is written. */
const TO_FILE = /^(?:invoke|get-object|get-export|pull)$/u;

interface Unpacker {
  readonly verb: RegExp;
  /** The option that names the folder, joined with it. */
  readonly into?: RegExp;
}

/** Programs that unpack an archive or a backup. */
const UNPACKERS: ReadonlyMap<string, Unpacker> = new Map<string, Unpacker>([
  ...['7z', '7za', '7zz', '7zr'].map((name) => [name, { verb: /^[xe]$/u, into: /^-o(.+)$/u }] as const),
  ...['unrar', 'rar'].map((name) => [name, { verb: /^[xe]$/u }] as const),
  ['jar', { verb: /^(?:-?x\w*|--extract)$/u }],
  ['restic', { verb: /^restore$/u, into: /^--target=(.+)$/u }],
  ['borg', { verb: /^extract$/u }],
  // `gh run download`, `gh release download`
  ['gh', { verb: /^download$/u, into: /^(?:-D|--dir=)(.+)$/u }],
]);
const INTO_NEXT = /^(?:-t|--target|-D|--dir)$/u;

/** Files that a call fetches or unpacks, under names that only what it fetches knows; undefined for other calls. */
export function fetchedFiles(program: string, words: readonly Word[]): PathUse[] | undefined {
  if (program === 'gh' && words[0]?.value === 'repo' && words[1]?.value === 'clone') return clonedByGithub(words.slice(2));
  const unpacker = UNPACKERS.get(program);
  if (unpacker !== undefined) {
    if (!words.some(({ value }) => unpacker.verb.test(value ?? ''))) return undefined;
    const joined = words.flatMap(({ value }) => unpacker.into?.exec(value ?? '')?.[1] ?? [])[0];
    return [unpackedHere(joined === undefined ? words.find((_, at) => INTO_NEXT.test(words[at - 1]?.value ?? '')) : literalWord(joined))];
  }
  return STORES.has(program) || program === 'vercel' ? fromStore(words) : undefined;
}

/** Into a folder named like the repository, or like the next word. Words after `--` go to git. */
function clonedByGithub(words: readonly Word[]): PathUse[] {
  const end = words.findIndex(({ value }) => value === '--');
  const [source, target] = (end < 0 ? words : words.slice(0, end)).filter(({ value }) => value?.startsWith('-') !== true);
  if (source === undefined) return [];
  return target === undefined ? clonedFolders([source]) : [written(target, target.value)];
}

function fromStore(words: readonly Word[]): PathUse[] | undefined {
  const has = (pattern: RegExp): boolean => words.some(({ value }) => pattern.test(value ?? ''));
  const operands = words.filter(({ value }) => value?.startsWith('-') !== true);
  const target = operands.at(-1);
  if (target === undefined || ELSEWHERE.test(target.value ?? '')) return undefined;
  const source = operands.slice(1, -1).find(({ value }) => ELSEWHERE.test(value ?? ''))?.value;
  if (source === undefined || source === null) return has(TO_FILE) && operands.length > 2 ? [written(target, target.value)] : undefined;
  if (has(MANY) || /[/:*]$/u.test(source)) return [unpackedHere(target)];
  return [written(target, target.value), written(target, `${target.value ?? ''}/${/[^/:]*$/u.exec(source)?.[0] ?? ''}`)];
}

function written(word: Word, value: string | null): PathUse {
  return { word, value, access: 'write', via: 'operand', recursive: false };
}
