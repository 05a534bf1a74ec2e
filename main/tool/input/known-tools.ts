import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { z } from 'zod';
import { isRecord } from '#shared/is-record.ts';
import knownTools from './known-tools.json' with { type: 'json' };

/**
 * Names and input schemas of the tools models are trained on, including those not implemented here: the permission simulator accepts
 * calls to all of them.
 */
const ajv = new Ajv({ strict: false, allErrors: false });
const validators = new Map<string, ValidateFunction>();
const schemaShape = z.looseObject({ properties: z.record(z.string(), z.looseObject({ type: z.string().optional() })) });
const schemas = new Map(Object.entries(z.record(z.string(), schemaShape).parse(knownTools)));

export function isKnownTool(name: string): boolean {
  return schemas.has(name) || /^mcp__[A-Za-z0-9_-]+?__[A-Za-z0-9_.-]+$/u.test(name);
}

export type CheckedInput =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly message: string };

/** Validates an input as the tool would, and converts numeric strings to numbers. MCP inputs are accepted unchecked. */
export function checkKnownInput(name: string, input: unknown): CheckedInput {
  if (!isRecord(input)) return { ok: false, message: `The input of ${name} must be an object.` };
  const schema = schemas.get(name);
  if (schema === undefined) return { ok: true, input };
  const read = Object.fromEntries(Object.entries(input).map(([field, value]) => [field, asNumber(value, schema.properties[field]?.type)]));
  const validate = validators.get(name) ?? ajv.compile(schema);
  validators.set(name, validate);
  if (validate(read)) return { ok: true, input: read };
  return { ok: false, message: `${name} failed due to the following issue: ${explain(validate.errors?.[0])}` };
}

function asNumber(value: unknown, type: string | undefined): unknown {
  const numeric = (type === 'number' || type === 'integer') && typeof value === 'string' && /^-?\d+(?:\.\d+)?$/u.test(value);
  return numeric ? Number(value) : value;
}

function explain(error: ErrorObject | undefined): string {
  if (error === undefined) return 'it is not valid.';
  const field = error.instancePath.slice(1);
  if (error.keyword === 'required') return `The required parameter \`${String(error.params['missingProperty'])}\` is missing`;
  if (error.keyword === 'additionalProperties')
    return `An unexpected parameter \`${String(error.params['additionalProperty'])}\` was provided`;
  if (error.keyword === 'type')
    return `The parameter \`${field}\` type is expected as \`${String(error.params['type'])}\` but provided as another type`;
  return `The parameter \`${field}\` ${error.message ?? 'is not valid'}`;
}
