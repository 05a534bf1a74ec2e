import path from 'node:path';
import { expandGlob } from '../paths/glob-expand.ts';
import { resplits } from './known-variables.ts';
import type { Word } from './word.ts';

/** What the unquoted patterns of a command turn into, as far as the folder they are expanded in tells now. */
export class GlobSight {
  readonly #dir: string | undefined;

  /** Without a folder anything is possible. */
  constructor(dir: string | undefined) {
    this.#dir = dir;
  }

  /** Its place may be taken by names of files, how many nobody knows. */
  expands(word: Word): boolean {
    return word.glob && (word.tilde || (this.#matches(word.value)?.length ?? 1) > 0);
  }

  /** One of these names may be an option to the program. */
  makesOption(word: Word): boolean {
    if (word.choices !== undefined)
      return word.choices.some((choice) => this.makesOption(choice) || choice.value?.startsWith('-') !== false);
    if (!word.glob) return word.mayBeOption;
    if (!startsOpen(word)) return false;
    const names = this.#matches(word.value?.split('/')[0] ?? null);
    return names === undefined || names.some((name) => path.basename(name).startsWith('-'));
  }

  /** It may begin with this character once it is expanded. */
  mayBegin(word: Word, start: string): boolean {
    if (word.choices !== undefined) return word.choices.some((choice) => this.mayBegin(choice, start));
    if (word.value === null) return true;
    if (!word.glob) return word.value.startsWith(start);
    if (!/^[*?[]/u.test(word.value)) return word.value.startsWith(start);
    const names = this.#matches(word.value.split('/')[0] ?? null);
    return names === undefined || names.some((name) => path.basename(name).startsWith(start));
  }

  /** Outside quotes each of its choices stays as it is: no names of other files come in, and unless blanks don't matter, no further words. */
  isSteady(word: Word, blanksMatter: boolean): boolean {
    return (
      word.choices?.every((choice) => {
        const found = choice.glob ? this.#matches(choice.value) : [choice.value ?? ''];
        const names = found?.map((name) => (choice.glob ? path.relative(this.#dir ?? '', name) : name)) ?? [];
        return names.length > 0 && names.every((name) => !(blanksMatter ? resplits(name) : /[*?[\\]/u.test(name)));
      }) === true
    );
  }

  #matches(pattern: string | null): readonly string[] | undefined {
    return pattern === null || this.#dir === undefined ? undefined : expandGlob(path.resolve(this.#dir, pattern));
  }
}

/** Its first character may become a dash, whatever files there are. */
export function startsOpen(word: Word): boolean {
  return word.value === null || /^[-*?[]/u.test(word.value);
}
