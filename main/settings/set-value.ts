import { applyEdits, modify } from 'jsonc-parser';
import { AppError } from '#shared/contract/app-error.ts';
import { formattingOf } from './edit-settings.ts';
import { nodeAt, parseSettingsDocument, type SettingsDocument } from './settings-document.ts';

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Sets one key of a settings text, or takes it out (`undefined`). Everything else keeps its order and spacing.
 * @throws AppError `conflict` when the text isn't one that can be edited safely.
 */
export function setValueInText(source: string, path: readonly string[], value: unknown): string {
  const mark = source.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = source.slice(mark.length);
  const start = text.trim() === '' ? '{}\n' : text;
  const document = readable(start);
  const twice = document.duplicates.find(({ key }) => path.includes(key));
  if (twice)
    throw new AppError(
      'conflict',
      `The file gives “${twice.key}” twice (line ${twice.position.line}), so it is left alone; mend it first.`,
    );
  const odd = path.slice(0, -1).find((_, depth) => {
    const node = nodeAt(document.root, path.slice(0, depth + 1));
    return node !== undefined && node.type !== 'object';
  });
  if (odd !== undefined) throw new AppError('conflict', `The file’s “${odd}” has an unexpected shape, so it is left alone; mend it first.`);
  if (value === undefined && nodeAt(document.root, [...path]) === undefined) return source;
  const changed = applyEdits(start, modify(start, [...path], value, { formattingOptions: formattingOf(start) }));
  readable(changed);
  return mark + changed;
}

function readable(text: string): SettingsDocument {
  const parsed = parseSettingsDocument(text);
  if ('broken' in parsed) throw new AppError('conflict', `The file has a mistake, so it is left alone; mend it first. ${parsed.broken}`);
  return parsed.document;
}
