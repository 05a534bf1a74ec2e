import type { PathUse } from '../option-spec.ts';
import type { Word } from '../parse/word.ts';

const UNPACKERS: ReadonlySet<string> = new Set(
  'gunzip gzip uncompress bunzip2 bzip2 unxz xz unlzma lzma unzstd zstd unlz4 lz4 brotli'.split(' '),
);
const PACKED = /\.(?:gz|z|bz2|xz|lzma|zst|lz4|br)$/iu;
/** They print, list or test what is packed. */
const KEEPS = /^(?:-[a-zA-Z]*[clt]|--(?:stdout|to-stdout|list|test))/u;

/** Files that a command writes although their names, or their role, are not plain from its words. */
export function derivedOutputs(program: string, words: readonly Word[]): PathUse[] {
  if (UNPACKERS.has(program)) return unpacked(words);
  return /^python[\d.]*$/u.test(program) ? printedJson(words) : [];
}

/** `x.gz` becomes `x`. */
function unpacked(words: readonly Word[]): PathUse[] {
  if (words.some(({ value }) => KEEPS.test(value ?? ''))) return [];
  return words.flatMap((word) => {
    const value = word.value?.startsWith('-') === true ? undefined : word.value;
    return value != null && PACKED.test(value) ? [written(word, value.replace(PACKED, ''))] : [];
  });
}

/** `python -m json.tool [options] infile outfile` (Python manual). */
function printedJson(words: readonly Word[]): PathUse[] {
  const at = words.findIndex(({ value }) => /^-m(?:json(?:\.tool)?)?$/u.test(value ?? ''));
  const isJoined = words[at]?.value !== '-m';
  if (at < 0 || (!isJoined && !/^json(?:\.tool)?$/u.test(words[at + 1]?.value ?? ''))) return [];
  const rest = words.slice(at + (isJoined ? 1 : 2));
  const operands = rest.filter(({ value }, index) => value?.startsWith('-') !== true && rest[index - 1]?.value !== '--indent');
  return operands.slice(1, 2).map((word) => written(word, word.value));
}

function written(word: Word, value: string | null): PathUse {
  return { word, value, access: 'write', via: 'operand', recursive: false };
}
