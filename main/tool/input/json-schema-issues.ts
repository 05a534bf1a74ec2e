import { createRequire } from 'node:module';
import type * as AjvModule from 'ajv';
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import type * as Ajv2020Module from 'ajv/dist/2020.js';
import { withTimeLimit } from '../with-time-limit.ts';
import { missing, otherwiseWrong, unexpected, wrongType, type InputIssue } from './input-issues.ts';
import type { JsonObjectSchema } from '../json-object-schema.ts';

/** The schema is untrusted: fetch nothing, apply no defaults, convert nothing, and stop at the first error. */
const OPTIONS: Options = { strict: false, validateFormats: false, allErrors: false, logger: false };

/** Limits in milliseconds, against patterns and nesting built to run forever. Honest schemas need a fraction even under load. */
const CHECK_MS = 500;
const COMPILE_MS = 3000;

const require = createRequire(import.meta.url);

const validators = new WeakMap<JsonObjectSchema, ValidateFunction | Error>();

/** The issues a JSON Schema reports; empty if valid. An invalid schema rejects every input. */
export function jsonSchemaIssues(schema: JsonObjectSchema, input: Readonly<Record<string, unknown>>): InputIssue[] {
  const validate = validatorOf(schema);
  if (validate instanceof Error) return [unusable(validate)];
  try {
    if (withTimeLimit(() => validate(input), CHECK_MS)) return [];
    return (validate.errors ?? []).map((error) => toIssue(error, input));
  } catch (error) {
    const broken = new Error(error instanceof RangeError ? 'it refers to itself without end' : 'checking an input by it takes too long');
    // A call is validated several times, and the model may retry: remember the failure.
    validators.set(schema, broken);
    return [unusable(broken)];
  }
}

/** Why a schema can't be used; `undefined` if it can. */
export function schemaProblem(schema: JsonObjectSchema): string | undefined {
  const validate = validatorOf(schema);
  return validate instanceof Error ? validate.message : undefined;
}

function unusable({ message }: Error): InputIssue {
  return { path: [], text: `The tool's own schema can't be used (${message}), so it can't be called` };
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
  // One compiler per schema: ids of different schemas can't clash, and both are freed together.
  try {
    const make = typeof dialect === 'string' && /draft-0[467]/.test(dialect) ? older() : current();
    const validate = withTimeLimit(() => make().compile(plain), COMPILE_MS);
    return '$async' in validate ? new Error('it is asynchronous') : validate;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

// Loaded on first use: only MCP tools need them, and they would noticeably slow down every start.
function older(): () => AjvModule.Ajv {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- Node types what `require` gives as any; the package says what it is
  const { Ajv }: typeof AjvModule = require('ajv');
  return () => new Ajv(OPTIONS);
}

function current(): () => Ajv2020Module.Ajv2020 {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- Node types what `require` gives as any; the package says what it is
  const { Ajv2020 }: typeof Ajv2020Module = require('ajv/dist/2020.js');
  return () => new Ajv2020(OPTIONS);
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
