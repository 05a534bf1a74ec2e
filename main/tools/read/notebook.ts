import { z } from 'zod';
import { imageType, imageTypeSchema, isWholeImage, MAX_IMAGE_BYTES } from '#main/tool/image.ts';
import type { ResultContent } from '#shared/session/content.ts';
import { cellNames, type CellOutput, multilineTextSchema, parseNotebook } from '../notebook.ts';

/** Longer output of a cell is cut and marked as cut. */
const MAX_OUTPUT_CHARS = 10_000;

const shownOutputSchema = z.object({
  output_type: z.string(),
  text: z.string().optional(),
  image: z.object({ media_type: imageTypeSchema, image_data: z.string() }).optional(),
});
type ShownOutput = z.infer<typeof shownOutputSchema>;

/** A cell in the output of Read. */
export const notebookCellSchema = z.object({
  cell_id: z.string(),
  cellType: z.string(),
  source: z.string(),
  outputs: z.array(shownOutputSchema).optional(),
});
type NotebookCell = z.infer<typeof notebookCellSchema>;

/** The cells of a notebook that one Read returns. */
export interface CellPage {
  /** 1-based number of the first one. */
  readonly first: number;
  readonly total: number;
}

/** As in `LineRange`, counting cells. */
interface CellRange {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** The cells of a Jupyter notebook with their outputs, up to `maxChars`. Throws if it isn't a notebook. */
export function notebookCells(
  text: string,
  { offset = 1, limit = Number.POSITIVE_INFINITY }: CellRange,
  maxChars: number,
): { readonly cells: readonly NotebookCell[]; readonly page: CellPage } {
  const { cells } = parseNotebook(text);
  const names = cellNames(cells);
  const start = Math.max(0, offset - 1);
  const shown: NotebookCell[] = [];
  let remaining = maxChars;
  for (const [at, { cell_type: cellType, source, outputs }] of cells.slice(start, start + limit).entries()) {
    const cell = {
      cell_id: names[start + at] ?? '',
      cellType,
      source: cutText(source, maxChars),
      ...(outputs.length > 0 && { outputs: outputs.flatMap(shownOutputs) }),
    };
    remaining -= charsOf(cell);
    if (remaining < 0 && shown.length > 0) break;
    shown.push(cell);
  }
  return { cells: shown, page: { first: start + 1, total: cells.length } };
}

/** Size of an image: the characters of text that use as many tokens. */
const IMAGE_CHARS = 6400;

function charsOf({ source, outputs = [] }: NotebookCell): number {
  return outputs.reduce((sum, { text = '', image }) => sum + text.length + (image ? IMAGE_CHARS : 0), source.length);
}

/** A note about which cells are shown, if not all are. */
export function cellPageNote({ first, total }: CellPage, count: number): string | undefined {
  if (total === 0) return 'The notebook has no cells.';
  if (count === 0) return `The notebook has only ${String(total)} cells.`;
  if (count === total) return undefined;
  const next = first + count;
  const more =
    next <= total ? ` Call Read with offset=${String(next)} for the next ones; in a notebook, offset and limit count cells.` : '';
  return `[PARTIAL view: cells ${String(first)}-${String(next - 1)} of ${String(total)}.${more}]`;
}

/** The cells as content for the model; images in outputs become image blocks. */
export function cellBlocks(cells: readonly NotebookCell[]): Exclude<ResultContent, string> {
  return cells.flatMap(({ cell_id: id, cellType, source, outputs = [] }) => {
    const kind = cellType === 'code' ? '' : `<cell_type>${cellType}</cell_type>`;
    return [{ type: 'text' as const, text: `<cell id="${id}">${kind}${source}</cell id="${id}">` }, ...outputs.flatMap(outputBlocks)];
  });
}

/** One entry for the text of an output and one for each of its images. */
function shownOutputs(output: CellOutput): ShownOutput[] {
  const { output_type } = output;
  const error = output.ename === undefined ? '' : `${output.ename}: ${output.evalue ?? ''}`;
  const plain = multilineTextSchema.safeParse(output.data?.['text/plain']);
  const text = output.text ?? (plain.success ? plain.data : error);
  const shown = cutText(text, MAX_OUTPUT_CHARS);
  const images = (['image/png', 'image/jpeg'] as const).flatMap((media_type): ShownOutput[] => {
    const data = multilineTextSchema.safeParse(output.data?.[media_type]);
    if (!data.success) return [];
    const image_data = data.data.replaceAll(/\s/g, '');
    const isSound = isSendable(Buffer.from(image_data, 'base64'), media_type);
    return isSound
      ? [{ output_type, image: { media_type, image_data } }]
      : [{ output_type, text: `[${media_type} left out: damaged or too large]` }];
  });
  return [...(shown === '' ? [] : [{ output_type, text: shown }]), ...images];
}

/** The API rejects a request with an unreadable image, and so every later request of the conversation. */
function isSendable(bytes: Buffer, mediaType: 'image/png' | 'image/jpeg'): boolean {
  return bytes.length <= MAX_IMAGE_BYTES && imageType(bytes) === mediaType && isWholeImage(bytes, mediaType);
}

function cutText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  return `${text.slice(0, maxChars).toWellFormed()}\n... [${String(text.length - maxChars)} characters truncated] ...`;
}

function outputBlocks({ text, image }: ShownOutput): Exclude<ResultContent, string> {
  return [
    ...(text === undefined ? [] : [{ type: 'text' as const, text: `\n${text}\n` }]),
    ...(image
      ? [{ type: 'image' as const, source: { type: 'base64' as const, media_type: image.media_type, data: image.image_data } }]
      : []),
  ];
}
