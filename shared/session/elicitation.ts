import { z } from 'zod';

const common = {
  name: z.string(),
  title: z.string(),
  description: z.string(),
  required: z.boolean(),
};
const options = z.array(z.object({ value: z.string(), title: z.string() }));

/** One field of a form that an MCP server asks the person to fill in. */
export const elicitationFieldSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    ...common,
    format: z.enum(['email', 'uri', 'date', 'date-time']).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    initial: z.string().optional(),
  }),
  z.object({
    kind: z.literal('number'),
    ...common,
    integer: z.boolean(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    initial: z.number().optional(),
  }),
  z.object({ kind: z.literal('boolean'), ...common, initial: z.boolean().optional() }),
  z.object({ kind: z.literal('choice'), ...common, options, initial: z.string().optional() }),
  z.object({
    kind: z.literal('choices'),
    ...common,
    options,
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    initial: z.array(z.string()).optional(),
  }),
]);
export type ElicitationField = z.infer<typeof elicitationFieldSchema>;

/** What the person is asked for: values for fields, or to visit a page. */
export const elicitationFormSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('form'), fields: z.array(elicitationFieldSchema) }),
  z.object({ mode: z.literal('url'), url: z.string() }),
]);
export type ElicitationForm = z.infer<typeof elicitationFormSchema>;

export type ElicitationValue = string | number | boolean | readonly string[];
export type ElicitationContent = Readonly<Record<string, ElicitationValue>>;

/** Name of the field → what is wrong with its value. */
export type FieldProblems = Readonly<
  Record<string, 'missing' | 'email' | 'uri' | 'date' | 'date-time' | 'length' | 'range' | 'integer' | 'choice'>
>;

/** Checks values against the fields. Values of unknown names are problems too. */
export function fieldProblems(fields: readonly ElicitationField[], content: Readonly<Record<string, unknown>>): FieldProblems {
  const problems: Record<string, FieldProblems[string]> = {};
  for (const field of fields) {
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    const problem = value === undefined ? (field.required ? 'missing' : undefined) : valueProblem(field, value);
    if (problem !== undefined) problems[field.name] = problem;
  }
  for (const name of Object.keys(content)) if (!fields.some((field) => field.name === name)) problems[name] = 'choice';
  return problems;
}

function valueProblem(field: ElicitationField, value: unknown): FieldProblems[string] | undefined {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? textProblem(field, value) : 'missing';
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'missing';
      if (field.integer && !Number.isInteger(value)) return 'integer';
      return value < (field.minimum ?? -Infinity) || value > (field.maximum ?? Infinity) ? 'range' : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'missing';
    case 'choice':
      return field.options.some((option) => option.value === value) ? undefined : 'choice';
    case 'choices': {
      if (!Array.isArray(value)) return 'missing';
      if (!value.every((one) => field.options.some((option) => option.value === one))) return 'choice';
      return value.length < (field.minItems ?? 0) || value.length > (field.maxItems ?? Infinity) ? 'length' : undefined;
    }
  }
}

function textProblem(
  { format, minLength = 0, maxLength = Infinity }: Extract<ElicitationField, { kind: 'text' }>,
  value: string,
): FieldProblems[string] | undefined {
  // As JSON Schema counts: characters, not code units.
  const { length } = [...value];
  if (length < minLength || length > maxLength) return 'length';
  switch (format) {
    case 'email':
      return z.email().safeParse(value).success ? undefined : 'email';
    case 'uri':
      return z.url().safeParse(value).success ? undefined : 'uri';
    case 'date':
      return z.iso.date().safeParse(value).success ? undefined : 'date';
    case 'date-time':
      return z.iso.datetime({ offset: true }).safeParse(value).success ? undefined : 'date-time';
    default:
      return undefined;
  }
}
