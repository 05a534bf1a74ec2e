import { MODE_NAMES } from '#shared/permission/mode-names.ts';
import { cardWords } from './card-words.ts';
import type { AllowedBy } from './use-allowed-now.ts';

interface Cause {
  /** With “and” where it isn’t the first. */
  readonly what: string;
  readonly names: readonly string[];
}

/** What allows a request by now, as a sentence: “The rule” `Bash(rm a)` “and the mode” `Accept edits` “allow it now.” */
export function allowingCauses({ texts, mode, folders }: AllowedBy): { readonly causes: readonly Cause[]; readonly verb: string } {
  const { theRule, theMode, theFolder, and, allowsNow, noLongerAsks } = cardWords;
  const found: readonly Cause[] = [
    { what: theRule(texts.length), names: texts },
    { what: theMode, names: mode === undefined ? [] : [MODE_NAMES[mode]] },
    { what: theFolder(folders.length), names: folders },
  ].filter(({ names }) => names.length > 0);
  const causes = found.map(({ what, names }, index) => ({ what: index === 0 ? capitalized(what) : `${and} ${what}`, names }));
  const count = found.reduce((sum, { names }) => sum + names.length, 0);
  return { causes, verb: count === 0 ? noLongerAsks : allowsNow(count) };
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
