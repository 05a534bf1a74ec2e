import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { errorMessage } from '#shared/error-message.ts';

/** Longer than any real one; the parser's time grows faster than the text. Characters. */
const MAX_CHARS = 8 * 1024;
/**
 * What can open another level. The parser is recursive, and a nearly full stack can end the process instead of throwing, so depth is
 * limited before parsing. Levels by indentation alone are limited by `MAX_CHARS`, since each needs more of it.
 */
const OPENERS = /[[{]|(?:^|\s)[-?](?=\s|$)/gmu;
const MAX_OPENERS = 150;

const require = createRequire(import.meta.url);

export type FrontMatter =
  | { readonly fields: Readonly<Record<string, unknown>>; readonly body: string }
  /** One sentence for people. */
  | { readonly broken: string };

/**
 * Splits a Markdown file into its YAML front matter and the rest. The file may be hostile: size and depth are limited, aliases are refused,
 * and this never throws.
 */
export function parseFrontMatter(source: string): FrontMatter {
  // Windows editors put a byte order mark first.
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const opening = /^---[ \t]*\r?\n/u.exec(text);
  if (!opening) return { broken: 'It doesn’t begin with a line of three hyphens, after which its name and description would stand.' };
  const from = opening[0].length;
  // Searched only within the length limit.
  const closing = /^---[ \t]*(?:\r?\n|$)/mu.exec(text.slice(from, from + MAX_CHARS + 8));
  if (!closing) return { broken: `No second line of three hyphens follows within ${MAX_CHARS} characters.` };
  const yaml = text.slice(from, from + closing.index);
  if ((yaml.match(OPENERS)?.length ?? 0) > MAX_OPENERS) return { broken: 'Its front matter has too many lists in it.' };
  const fields = parseYaml(yaml);
  return 'broken' in fields ? fields : { fields: fields.value, body: text.slice(from + closing.index + closing[0].length).trim() };
}

function parseYaml(yaml: string): { readonly value: Record<string, unknown> } | { readonly broken: string } {
  try {
    // Loaded with the first such file: most projects have none, and it would be a noticeable part of every start.
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- Node types what `require` gives as any; the package says what it is
    const { parseDocument }: typeof Yaml = require('yaml');
    // Pretty errors quote the text, once for each mistake.
    const document = parseDocument(yaml, { schema: 'core', prettyErrors: false, logLevel: 'silent' });
    const error = document.errors[0];
    if (error) return { broken: `Line ${yaml.slice(0, error.pos[0]).split('\n').length + 1}: ${error.message}` };
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return { broken: 'Its front matter has no fields.' };
    return { value: { ...value } };
  } catch (error) {
    if (error instanceof ReferenceError) return { broken: 'Its front matter uses aliases (*name), which aren’t followed.' };
    return { broken: errorMessage(error) };
  }
}

/** Whether a field of the front matter says anything. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}
