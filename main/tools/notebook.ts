import { z } from 'zod';
import { JsonLimitError, parseJson } from '#shared/json-limits.ts';

/** Text in a notebook: one string, or a list of lines with their line ends. */
export const multilineSchema = z.union([z.string(), z.array(z.string())]);
export const multilineTextSchema = multilineSchema.transform((text) => (typeof text === 'string' ? text : text.join('')));

const outputSchema = z.lazy(() =>
  z.looseObject({
    output_type: z.string(),
    text: multilineTextSchema.optional(),
    data: z.record(z.string(), z.unknown()).optional(),
    ename: z.string().optional(),
    evalue: z.string().optional(),
  }),
);
export type CellOutput = z.infer<typeof outputSchema>;

const cellSchema = z.lazy(() =>
  z.looseObject({
    id: z.string().optional(),
    cell_type: z.string(),
    source: multilineTextSchema,
    outputs: z.array(outputSchema).default([]),
  }),
);
export type NotebookCell = z.infer<typeof cellSchema>;

const notebookSchema = z.lazy(() =>
  z.looseObject({
    nbformat: z.number().optional(),
    nbformat_minor: z.number().optional(),
    metadata: z
      .looseObject({
        kernelspec: z.looseObject({ language: z.string().optional() }).optional(),
        language_info: z.looseObject({ name: z.string().optional() }).optional(),
      })
      .optional(),
    cells: z.array(cellSchema),
  }),
);
export type Notebook = z.infer<typeof notebookSchema>;

const oldFormatSchema = z.object({ nbformat: z.number().lt(4) });

/** Parses a Jupyter notebook. The error message is written for the model. */
export function parseNotebook(text: string): Notebook {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const why = error instanceof JsonLimitError ? `it is ${error.message}` : 'it is not JSON';
    throw new Error(`This file is not a valid Jupyter notebook: ${why}.`, { cause: error });
  }
  const old = oldFormatSchema.safeParse(value);
  if (old.success) {
    throw new Error(
      `This notebook has the old format nbformat ${String(old.data.nbformat)}, which is not supported. Convert it first: jupyter nbconvert --to notebook --nbformat 4 FILE`,
    );
  }
  const parsed = notebookSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path = [], message = '' } = parsed.error.issues[0] ?? {};
  const where = path.length === 0 ? 'the file' : path.join('.');
  throw new Error(`This file is not a valid Jupyter notebook: ${where}: ${message}.`, { cause: parsed.error });
}

/** The names by which the model refers to cells: the id if no other cell has it, otherwise the position, `cell-0` being the first. */
export function cellNames(cells: readonly Pick<NotebookCell, 'id'>[]): string[] {
  const uses = new Map<string, number>();
  for (const { id } of cells) if (id !== undefined) uses.set(id, (uses.get(id) ?? 0) + 1);
  return cells.map(({ id }, index) => (id !== undefined && uses.get(id) === 1 ? id : `cell-${String(index)}`));
}
