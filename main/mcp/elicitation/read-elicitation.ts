import { z } from 'zod';
import type { ElicitationField } from '#shared/session/elicitation.ts';
import type { Elicitation } from '#main/tool/services/elicitation.ts';
import { addressProblem } from '../connection/address-problem.ts';
import { plainLine, plainText } from '../tools/plain-text.ts';

const MAX_FIELDS = 50;
const MAX_OPTIONS = 200;
const MAX_MESSAGE_BYTES = 4096;
const MAX_LABEL = 200;
const MAX_DESCRIPTION = 1000;
const MAX_URL = 4096;

const text = z.string().max(10_000);
const count = z.number().int().nonnegative();
const titled = z
  .array(z.object({ const: text, title: text.optional() }))
  .min(1)
  .max(MAX_OPTIONS);
const listed = z.array(text).min(1).max(MAX_OPTIONS);
const labels = { title: text.optional(), description: text.optional() };

/** The schemas that the protocol allows in a form, the narrower ones first. */
const propertySchema = z.lazy(() =>
  z.union([
    z.object({ type: z.literal('string'), enum: listed, enumNames: z.array(text).optional(), default: text.optional(), ...labels }),
    z.object({ type: z.literal('string'), oneOf: titled, default: text.optional(), ...labels }),
    z.object({
      type: z.literal('string'),
      format: z.enum(['email', 'uri', 'date', 'date-time']).optional(),
      minLength: count.optional(),
      maxLength: count.optional(),
      default: text.optional(),
      // So that a wrong list of options isn't read as free text.
      enum: z.undefined().optional(),
      oneOf: z.undefined().optional(),
      ...labels,
    }),
    z.object({
      type: z.enum(['number', 'integer']),
      minimum: z.number().optional(),
      maximum: z.number().optional(),
      default: z.number().optional(),
      ...labels,
    }),
    z.object({ type: z.literal('boolean'), default: z.boolean().optional(), ...labels }),
    z.object({
      type: z.literal('array'),
      items: z.union([z.object({ enum: listed }), z.object({ anyOf: titled }), z.object({ oneOf: titled })]),
      minItems: count.optional(),
      maxItems: count.optional(),
      default: z.array(text).max(MAX_OPTIONS).optional(),
      ...labels,
    }),
  ]),
);

const paramsSchema = z.lazy(() =>
  z.union([
    z.object({ mode: z.literal('url'), message: z.string(), url: z.string().max(MAX_URL), elicitationId: text.optional() }),
    z.object({
      mode: z.literal('form').optional(),
      message: z.string(),
      requestedSchema: z.object({
        properties: z.record(z.string().min(1).max(MAX_LABEL), propertySchema),
        required: z.array(z.string()).max(1000).optional(),
      }),
    }),
  ]),
);

/** Reads the parameters of a request for input; returns a string with the problem if it can't be asked. */
export function readElicitation(server: string, params: unknown): Elicitation | string {
  const parsed = paramsSchema.safeParse(params);
  if (!parsed.success) return 'The requested form has fields that MCP doesn’t allow, or too much text.';
  const message = plainText(parsed.data.message, MAX_MESSAGE_BYTES);
  if (parsed.data.mode === 'url') {
    const { url, elicitationId } = parsed.data;
    const problem = addressProblem(url);
    return problem ?? { server, message, form: { mode: 'url', url: new URL(url).href }, elicitationId };
  }
  const { properties, required = [] } = parsed.data.requestedSchema;
  const entries = Object.entries(properties);
  if (entries.length > MAX_FIELDS) return `The requested form has more than ${MAX_FIELDS} fields.`;
  const fields = entries.map(([name, property]) => fieldOf(name, property, required.includes(name)));
  return { server, message, form: { mode: 'form', fields }, schema: parsed.data.requestedSchema };
}

function fieldOf(name: string, property: z.output<typeof propertySchema>, required: boolean): ElicitationField {
  const { title = name, description = '' } = property;
  const common = { name, required, title: plainLine(title, MAX_LABEL), description: plainLine(description, MAX_DESCRIPTION) };
  switch (property.type) {
    case 'boolean':
      return { kind: 'boolean', ...common, initial: property.default };
    case 'number':
    case 'integer': {
      const { minimum, maximum, default: initial } = property;
      return { kind: 'number', ...common, integer: property.type === 'integer', minimum, maximum, initial };
    }
    case 'array': {
      const { items, minItems, maxItems, default: initial } = property;
      const options = 'enum' in items ? plainOptions(items.enum) : titledOptions('anyOf' in items ? items.anyOf : items.oneOf);
      return { kind: 'choices', ...common, options, minItems, maxItems, initial: initial?.filter((one) => isOffered(options, one)) };
    }
    case 'string': {
      const initial = property.default;
      let options: Option[];
      if ('enum' in property && property.enum !== undefined) options = plainOptions(property.enum, property.enumNames);
      else if ('oneOf' in property && property.oneOf !== undefined) options = titledOptions(property.oneOf);
      else {
        const { format, minLength, maxLength } = property;
        return { kind: 'text', ...common, format, minLength, maxLength, initial };
      }
      return { kind: 'choice', ...common, options, initial: initial !== undefined && isOffered(options, initial) ? initial : undefined };
    }
  }
}

interface Option {
  readonly value: string;
  readonly title: string;
}

function plainOptions(values: readonly string[], names: readonly string[] = []): Option[] {
  return values.map((value, index) => ({ value, title: plainLine(names[index] ?? value, MAX_LABEL) }));
}

function titledOptions(options: readonly { readonly const: string; readonly title?: string | undefined }[]): Option[] {
  return options.map(({ const: value, title = value }) => ({ value, title: plainLine(title, MAX_LABEL) }));
}

function isOffered(options: readonly Option[], value: string): boolean {
  return options.some((option) => option.value === value);
}
