import { z } from 'zod';
import type { ResultContent } from '#shared/session/content.ts';

const textSchema = z.union([z.string(), z.array(z.string())]).transform((text) => (typeof text === 'string' ? text : text.join('')));

const outputSchema = z.looseObject({
  output_type: z.string(),
  text: textSchema.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});

const cellSchema = z.looseObject({
  id: z.string().optional(),
  cell_type: z.string(),
  source: textSchema,
  outputs: z.array(outputSchema).default([]),
});

const notebookSchema = z.looseObject({ cells: z.array(cellSchema) });

/** Output of one cell past this many characters is left out, and said to be. */
const MAX_OUTPUT_CHARS = 10_000;

/** The cells of a Jupyter notebook with their outputs; images among these become image blocks. Throws when it isn't a notebook. */
export function notebookContent(text: string): { readonly cells: number; readonly content: ResultContent } {
  const notebook = parseNotebook(text);
  const content = notebook.cells.flatMap((cell, index) => {
    const id = cell.id ?? `cell-${String(index)}`;
    const kind = cell.cell_type === 'code' ? '' : `<cell_type>${cell.cell_type}</cell_type>`;
    const source = { type: 'text' as const, text: `<cell id="${id}">${kind}${cell.source}</cell id="${id}">` };
    return [source, ...cell.outputs.flatMap((output) => outputBlocks(output))];
  });
  return { cells: notebook.cells.length, content };
}

function parseNotebook(text: string): z.infer<typeof notebookSchema> {
  try {
    return notebookSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new Error('This file is not a valid Jupyter notebook. Use Bash (cat) to see it as it is.', { cause: error });
  }
}

function outputBlocks(output: z.infer<typeof outputSchema>): Exclude<ResultContent, string> {
  const blocks: Exclude<ResultContent, string> = [];
  const error = output.ename === undefined ? '' : `${output.ename}: ${output.evalue ?? ''}`;
  const plain = textSchema.safeParse(output.data?.['text/plain']);
  const text = output.text ?? (plain.success ? plain.data : error);
  if (text !== '') {
    const cut = text.length > MAX_OUTPUT_CHARS;
    blocks.push({
      type: 'text',
      text: `\n${cut ? `${text.slice(0, MAX_OUTPUT_CHARS)}\n... [${String(text.length - MAX_OUTPUT_CHARS)} characters truncated] ...` : text}\n`,
    });
  }
  for (const mediaType of ['image/png', 'image/jpeg']) {
    const data = textSchema.safeParse(output.data?.[mediaType]);
    if (data.success)
      blocks.push({ type: 'image', source: { type: 'base64', media_type: mediaType, data: data.data.replaceAll(/\s/g, '') } });
  }
  return blocks;
}
