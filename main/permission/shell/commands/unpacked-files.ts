import type { PathUse } from '../option-spec.ts';
import { literalWord } from '../parse/word.ts';

/** An archive names the files it unpacks, so anything below the folder may be written. */
export function unpackedHere(folder = literalWord('.')): PathUse {
  // A word of its own, since the folder may also be named for another purpose.
  return {
    word: literalWord(folder.value ?? folder.text),
    value: folder.value,
    access: 'write',
    via: 'operand',
    recursive: true,
    namedByData: true,
  };
}

/** The same for the folders that are written. */
export function unpackedInto(uses: readonly PathUse[]): PathUse[] {
  return uses.map((use) => (use.access === 'write' ? { ...use, recursive: true, namedByData: true } : use));
}
