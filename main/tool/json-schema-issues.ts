import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { missing, otherwiseWrong, unexpected, wrongType, type InputIssue } from './input-issues.ts';
import type { JsonObjectSchema } from './tool.ts';

/** The schema is a stranger's: nothing is fetched, filled in or converted, and it stops at the first mistake. */
const OPTIONS: Options = { strict: false, validateFormats: false, addUsedSchema: false, allErrors: false, logger: false };

const validators = new WeakMap<JsonObjectSchema, ValidateFunction | Error>();

/** What a JSON Schema objects to; empty when nothing. A schema that is none of JSON Schema's lets no input pass. */
export function jsonSchemaIssues(schema: JsonObjectSchema, input: Readonly<Record<string, unknown>>): InputIssue[] {
  const validate = validatorOf(schema);
  if (validate instanceof Error)
    return [{ path: [], text: `The tool's own schema can't be used (${validate.message}), so it can't be called` }];
  if (validate(input)) return [];
  return (validate.errors ?? []).map((error) => toIssue(error, input));
}

function validatorOf(schema: JsonObjectSchema): ValidateFunction | Error {
  let validator = validators.get(schema);
  if (!validator) {
    validator = compile(schema);
    validators.set(schema, validator);
  }
  return validator;
}

function compile(schema: JsonObjectSchema): ValidateFunction | Error {
  const { $schema: dialect, $id: _id, ...plain } = schema;
  // A compiler for each schema: ids inside one can't clash with another's, and both are freed together.
  const ajv = typeof dialect === 'string' && /draft-0[467]/.test(dialect) ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
  try {
    const validate = ajv.compile(plain);
    return '$async' in validate ? new Error('it is asynchronous') : validate;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function toIssue(error: ErrorObject, input: unknown): InputIssue {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  const params: Readonly<Record<string, unknown>> = error.params;
  if (error.keyword === 'required') return missing([...path, String(params['missingProperty'])]);
  if (error.keyword === 'additionalProperties') return unexpected([...path, String(params['additionalProperty'])]);
  if (error.keyword === 'type') return wrongType(path, String(params['type']), path.reduce<unknown>(childOf, input));
  return otherwiseWrong(path, error.message ?? error.keyword);
}

function childOf(value: unknown, key: string | number): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}
