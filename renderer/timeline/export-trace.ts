import { call } from '../bridge/client.ts';

export type ExportOutcome = { readonly type: 'saved'; readonly where: string } | { readonly type: 'cancelled' };

/** The host saves the trace, or the browser downloads it. */
export async function exportTrace(sessionId: string, texts: boolean): Promise<ExportOutcome> {
  const made = await call('session.exportTrace', { sessionId, texts });
  if (made.type === 'cancelled') return made;
  if (made.type === 'saved') return { type: 'saved', where: made.path };
  download(made.fileName, made.text);
  return { type: 'saved', where: made.fileName };
}

function download(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // After the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
