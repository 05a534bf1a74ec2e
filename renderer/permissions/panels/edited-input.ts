import { isRecord } from '#shared/is-record.ts';
import { panelWords as words } from './panel-words.ts';

type Input = Readonly<Record<string, unknown>>;

/** A form field for one property of an input. */
export interface FormField {
  readonly name: string;
  /** `json`: anything but text, numbers and booleans. */
  readonly kind: 'text' | 'number' | 'switch' | 'json';
  /** As typed; for a switch `true` or `false`. */
  readonly text: string;
}

export function formOf(input: Input): readonly FormField[] {
  return Object.entries(input).map(([name, value]): FormField => {
    if (typeof value === 'string') return { name, kind: 'text', text: value };
    if (typeof value === 'number') return { name, kind: 'number', text: String(value) };
    if (typeof value === 'boolean') return { name, kind: 'switch', text: String(value) };
    return { name, kind: 'json', text: JSON.stringify(value, undefined, 2) };
  });
}

export type Edited = { readonly input: Input } | { readonly mistake: string };

/** The input for the form's values. Main validates it. */
export function inputOf(fields: readonly FormField[]): Edited {
  const entries: [string, unknown][] = [];
  for (const { name, kind, text } of fields) {
    if (kind === 'text') entries.push([name, text]);
    else if (kind === 'switch') entries.push([name, text === 'true']);
    else if (kind === 'number') {
      const number = Number(text);
      if (text.trim() === '' || !Number.isFinite(number)) return { mistake: words.mustBeNumber(name) };
      entries.push([name, number]);
    } else {
      const parsed = parseJson(text);
      if ('mistake' in parsed) return { mistake: `${name}: ${parsed.mistake}` };
      entries.push([name, parsed.value]);
    }
  }
  return { input: Object.fromEntries(entries) };
}

/** The input for JSON text. */
export function inputFromJson(text: string): Edited {
  const parsed = parseJson(text);
  if ('mistake' in parsed) return parsed;
  return isRecord(parsed.value) ? { input: parsed.value } : { mistake: words.mustBeObject };
}

function parseJson(text: string): { readonly value: unknown } | { readonly mistake: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { mistake: error instanceof Error ? error.message : words.notJson };
  }
}
