import { errorMessage } from '#shared/error-message.ts';
import { z } from 'zod';
import {
  type InputIssue,
  missing,
  otherwiseWrong,
  unexpected,
  withoutInternalFields,
  withRepairedTypes,
  wrongType,
} from './input/input-issues.ts';
import { jsonSchemaIssues } from './input/json-schema-issues.ts';
import type { Tool } from './tool.ts';
import type { JsonObjectSchema } from './json-object-schema.ts';

type Input = Readonly<Record<string, unknown>>;

export type ParsedInput = { readonly ok: true; readonly input: Record<string, unknown> } | { readonly ok: false; readonly message: string };

/** A tool's definition as the Messages API takes it. */
export interface ToolDefinitionForApi {
  readonly name: string;
  readonly description: string;
  readonly input_schema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly strict?: boolean;
}

/**
 * Validates the model's input against the tool's zod or JSON schema (SPEC T6). Drops fields that only the app may set, and accepts
 * numbers and booleans sent as strings. Never throws.
 */
export function parseToolInput(tool: Tool, input: Input): ParsedInput {
  const offered = tool.inputJSONSchema ? input : withoutIgnored(tool, withoutInternalFields(input));
  const first = check(tool, offered);
  if (first.ok) return first;
  const repaired = withRepairedTypes(offered, first.issues);
  const second = repaired ? check(tool, repaired) : first;
  return second.ok ? second : { ok: false, message: issuesMessage(tool.name, first.issues) };
}

/** Cached per tool, so that equal pools serialize to equal bytes. */
const definitions = new WeakMap<Tool, ToolDefinitionForApi>();

/** The tool definition sent to the model. */
export function toApiTool(tool: Tool): ToolDefinitionForApi {
  let definition = definitions.get(tool);
  if (!definition) {
    definition = { name: tool.name, description: tool.prompt(), input_schema: inputSchemaOf(tool), ...(tool.strict && { strict: true }) };
    definitions.set(tool, definition);
  }
  return definition;
}

function inputSchemaOf(tool: Tool): JsonObjectSchema {
  if (tool.inputJSONSchema) return tool.inputJSONSchema;
  const { $schema: _dialect, type: _type, properties, ...rest } = z.toJSONSchema(tool.inputSchema, { io: 'input' });
  const offered = withoutAnswers(tool, withoutInternalFields(properties ?? {}));
  return { type: 'object', properties: offered, ...rest, required: rest.required ?? [] };
}

function withoutIgnored({ ignoredFields = [] }: Tool, input: Input): Input {
  if (!ignoredFields.some((name) => Object.hasOwn(input, name))) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !ignoredFields.includes(name)));
}

/** Drops the fields that only an answer fills in (SPEC P1). */
export function withoutAnswers(tool: Tool, input: Input): Input {
  const { answerFields } = tool;
  if (!answerFields) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !answerFields.includes(name)));
}

type Checked =
  | { readonly ok: true; readonly input: Record<string, unknown> }
  | { readonly ok: false; readonly issues: readonly InputIssue[] };

/** Always returns a copy, so that a tool that mutates its input doesn't change the conversation. */
function check(tool: Tool, original: Input): Checked {
  try {
    const input = structuredClone(original);
    if (tool.inputJSONSchema) {
      const issues = jsonSchemaIssues(tool.inputJSONSchema, input);
      return issues.length === 0 ? { ok: true, input } : { ok: false, issues };
    }
    const parsed = tool.inputSchema.safeParse(input);
    return parsed.success ? { ok: true, input: parsed.data } : { ok: false, issues: zodIssues(parsed.error, input) };
  } catch (error) {
    return {
      ok: false,
      issues: [{ path: [], text: `The input could not be checked: ${errorMessage(error)}` }],
    };
  }
}

function issuesMessage(toolName: string, issues: readonly InputIssue[]): string {
  const head = `InputValidationError: ${toolName} failed due to the following ${issues.length === 1 ? 'issue' : 'issues'}:`;
  return [head, ...issues.map(({ text }) => text)].join('\n');
}

/** Converts zod's issues to the wording for the model. */
function zodIssues(error: z.ZodError, input: unknown): InputIssue[] {
  return error.issues.flatMap((issue) => {
    const { path } = issue;
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unexpected([...path, key]));
    const value = valueAt(input, path);
    if (value === undefined && path.length > 0) return [missing(path)];
    if (issue.code === 'invalid_type') return [wrongType(path, zodTypeName(issue.expected), value)];
    return [otherwiseWrong(path, unionTypes(issue) ?? issue.message)];
  });
}

/** The types that a field of several types may have. */
function unionTypes(issue: z.core.$ZodIssue): string | undefined {
  if (issue.code !== 'invalid_union') return undefined;
  const types = issue.errors.flatMap((each) => each.flatMap((one) => (one.code === 'invalid_type' ? [zodTypeName(one.expected)] : [])));
  if (types.length === 0 || types.length < issue.errors.length) return undefined;
  return `expected ${types.slice(0, -1).join(', ')} or ${types.at(-1) ?? ''}`;
}

function zodTypeName(expected: string): string {
  return expected === 'int' ? 'number' : expected === 'record' ? 'object' : expected;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
