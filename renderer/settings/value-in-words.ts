import type { Setting } from '#shared/settings/settings.ts';
import { shorten } from '#shared/shorten.ts';
import { words } from './words.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function choicesOf({ control }: Setting): readonly Choice[] {
  if (control.type === 'choice') return control.choices;
  return [
    { value: 'true', label: words.yes },
    { value: 'false', label: words.no },
  ];
}

/** A value as the form says it. */
export function valueInWords(setting: Setting, value: unknown): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const choice = choicesOf(setting).find((each) => each.value === text)?.label ?? text;
  return shorten(choice, 200);
}
