import { z } from 'zod';
import type { JsonObjectSchema } from '#main/tool/json-object-schema.ts';
import { DEFINITION_PROBLEM } from '../connection/bounded-message.ts';
import { plainLine, plainText } from './plain-text.ts';
import { digestOf } from '../servers/server-entry.ts';

/** Limit on the tools of a server; the rest is left out and reported. */
const MAX_TOOLS = 1000;
const MAX_PROBLEMS = 20;

/** The usable tools of a server's list; `problems` names those left out, and why. */
export function readToolList(raw: readonly unknown[]): { readonly tools: readonly ToolDefinition[]; readonly problems: readonly string[] } {
  const tools = new Map<string, ToolDefinition>();
  const problems: string[] = [];
  for (const one of raw.slice(0, MAX_TOOLS)) {
    const read = readDefinition(one);
    if (typeof read === 'string') problems.push(read);
    else if (tools.has(read.rawName)) problems.push(`${read.rawName}: it is listed twice; the first one counts`);
    else tools.set(read.rawName, read);
  }
  if (raw.length > MAX_TOOLS) problems.push(`${raw.length - MAX_TOOLS} tools over ${MAX_TOOLS} were left out`);
  return { tools: [...tools.values()], problems: problems.slice(0, MAX_PROBLEMS) };
}

/** A definition is sent with every request; a longer one is left out and reported. */
const MAX_SCHEMA_CHARS = 65_536;
const MAX_SCHEMA_DEPTH = 64;
const MAX_RAW_NAME = 256;

/** A tool as its server describes it. Its hints prove nothing. */
const listedToolSchema = z.lazy(() =>
  z.looseObject({
    name: z.string().min(1).max(MAX_RAW_NAME),
    title: z.string().optional().catch(undefined),
    description: z.string().optional().catch(undefined),
    inputSchema: z.looseObject({ type: z.literal('object') }),
    annotations: z
      .looseObject({
        title: z.string().optional().catch(undefined),
        readOnlyHint: z.boolean().optional().catch(undefined),
        destructiveHint: z.boolean().optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
    _meta: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
);

export interface ToolDefinition {
  /** The server's own name for it. */
  readonly rawName: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObjectSchema;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly alwaysLoad: boolean;
  readonly requiresUserInteraction: boolean;
  readonly maxResultSizeChars: number | undefined;
  /** Digest of the whole definition as the server sent it, invisible characters included. */
  readonly digest: string;
}

/** Reads one tool of a server's list; returns a string with the reason if it can't be used. Never throws. */
export function readDefinition(raw: unknown): ToolDefinition | string {
  try {
    const parsed = listedToolSchema.safeParse(raw);
    if (!parsed.success) return `${nameIn(raw)}: ${parsed.error.issues[0]?.message ?? 'it has a wrong shape'}`;
    const { name, title, description = '', inputSchema, annotations, _meta: meta = {} } = parsed.data;
    const problem = meta[DEFINITION_PROBLEM];
    if (typeof problem === 'string') return `${nameIn(raw)}: ${plainLine(problem)}`;
    if (depthOf(inputSchema) > MAX_SCHEMA_DEPTH) return `${nameIn(raw)}: its schema is nested too deeply`;
    if (JSON.stringify(inputSchema).length > MAX_SCHEMA_CHARS) return `${nameIn(raw)}: its schema is larger than 64 KB`;
    const limit = meta['anthropic/maxResultSizeChars'];
    return {
      rawName: name,
      title: plainLine(title ?? annotations?.title ?? name),
      description: plainText(description),
      inputSchema: flattened({ ...inputSchema, type: 'object' }),
      readOnlyHint: annotations?.readOnlyHint === true,
      // The protocol's default: a tool may be destructive unless its server says otherwise.
      destructiveHint: annotations?.readOnlyHint !== true && annotations?.destructiveHint !== false,
      alwaysLoad: meta['anthropic/alwaysLoad'] === true,
      requiresUserInteraction: meta['anthropic/requiresUserInteraction'] === true,
      maxResultSizeChars: typeof limit === 'number' && limit > 0 ? Math.min(limit, 500_000) : undefined,
      digest: digestOf([name, title, description, inputSchema, annotations, meta]),
    };
  } catch {
    // The reason stands in the list of servers.
    return `${nameIn(raw)}: its definition can’t be read`;
  }
}

function nameIn(raw: unknown): string {
  const name: unknown = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'name') : undefined;
  return typeof name === 'string' ? plainLine(name, 80) : 'a tool without a name';
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_SCHEMA_DEPTH) return depth;
  let deepest = depth;
  for (const part of Object.values(value)) deepest = Math.max(deepest, depthOf(part, depth + 1));
  return deepest;
}

/**
 * The Messages API accepts no alternatives at the root of a schema: their fields are merged, and only those that all of them require
 * are required. The server checks the rest.
 */
function flattened(schema: JsonObjectSchema): JsonObjectSchema {
  const { anyOf, oneOf, allOf, ...plain } = schema;
  const any = branchesOf(anyOf ?? oneOf);
  const all = branchesOf(allOf);
  if (any.length + all.length === 0) return anyOf === undefined && oneOf === undefined && allOf === undefined ? schema : plain;
  const branches = [...all, ...any];
  const common = any.length === 0 ? [] : any.map(requiredOf).reduce((kept, next) => kept.filter((name) => next.includes(name)));
  return {
    ...plain,
    properties: Object.fromEntries([...branches, plain].flatMap(({ properties }) => Object.entries(properties ?? {}))),
    required: [...new Set([...requiredOf(plain), ...all.flatMap(requiredOf), ...common])],
  };
}

const branchSchema = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional(), required: z.array(z.string()).optional() });
type Branch = z.output<typeof branchSchema>;

function branchesOf(value: unknown): Branch[] {
  return z.array(branchSchema).safeParse(value).data ?? [];
}

function requiredOf({ required }: { readonly required?: readonly string[] | undefined }): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
