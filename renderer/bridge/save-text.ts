import type { SavedText } from '#shared/contract/commands/fields.ts';

/** The name under which a text was saved; `null` if the person cancelled. In a browser, saves it as a download. */
export function saveText(made: SavedText, type: string): string | null {
  if (made.type === 'cancelled') return null;
  if (made.type === 'saved') return made.path;
  const url = URL.createObjectURL(new Blob([made.text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = made.fileName;
  link.click();
  // After the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return made.fileName;
}
