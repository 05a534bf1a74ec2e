import path from 'node:path';
import { expandGlob } from '../paths/glob-expand.ts';
import { resplits } from './parse/known-variables.ts';
import type { Word } from './parse/word.ts';

/** What a command's unquoted patterns may expand to, judging by the current content of the working directory. */
export class GlobSight {
  readonly #dir: string | undefined;

  /** Without a folder, any expansion is possible. */
  constructor(dir: string | undefined) {
    this.#dir = dir;
  }

  /** It may be replaced by any number of file names. */
  expands(word: Word): boolean {
    return word.glob && (word.tilde || (this.#matches(word.value)?.length ?? 1) > 0);
  }

  /** One of the matching names may be an option to the program. */
  makesOption(word: Word): boolean {
    if (word.choices !== undefined)
      return word.choices.some((choice) => this.makesOption(choice) || choice.value?.startsWith('-') !== false);
    if (!word.glob) return word.mayBeOption;
    if (!startsOpen(word)) return false;
    const names = this.#matches(word.value?.split('/')[0] ?? null);
    return names === undefined || names.some((name) => path.basename(name).startsWith('-'));
  }

  /** Its expansion may start with this character. */
  mayBegin(word: Word, start: string): boolean {
    if (word.choices !== undefined) return word.choices.some((choice) => this.mayBegin(choice, start));
    if (word.value === null) return true;
    if (!word.glob) return word.value.startsWith(start);
    if (!/^[*?[]/u.test(word.value)) return word.value.startsWith(start);
    const names = this.#matches(word.value.split('/')[0] ?? null);
    return names === undefined || names.some((name) => path.basename(name).startsWith(start));
  }

  /** Outside quotes each of its choices stays as it is: it isn't expanded to file names and, unless blanks don't matter, isn't split. */
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

/** Its first character may become a dash, depending on the files. */
export function startsOpen(word: Word): boolean {
  return word.value === null || /^[-*?[]/u.test(word.value);
}
