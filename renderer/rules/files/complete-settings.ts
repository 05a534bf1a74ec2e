import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { findNodeAtLocation, getLocation, type JSONPath, parseTree } from 'jsonc-parser';
import { z } from 'zod';
import { settingsFileSchema } from '#shared/settings/settings-file.ts';

/** The parts of a JSON Schema that completion uses. */
const partSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});
type SchemaPart = z.output<typeof partSchema>;

let whole: SchemaPart | undefined;

/** The schemas of the value at a path, all alternatives; empty if there is none. */
function schemaAt(path: JSONPath): SchemaPart[] {
  whole ??= partOf(z.toJSONSchema(settingsFileSchema, { io: 'input', unrepresentable: 'any' }));
  let parts = whole ? alternatives(whole) : [];
  for (const step of path) parts = parts.flatMap((part) => inside(part, step));
  return parts;
}

/** The keys that an object at a path may have, with their schemas. */
function keysAt(path: JSONPath): { readonly key: string; readonly parts: readonly SchemaPart[] }[] {
  return schemaAt(path).flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([key, value]) => ({ key, parts: alternatives(partOf(value)) })),
  );
}

/** The allowed values at a path, as JSON. */
function choicesAt(path: JSONPath): string[] {
  return schemaAt(path).flatMap((part) => {
    if (part.type === 'boolean') return ['true', 'false'];
    const values = part.enum ?? (part.const === undefined ? [] : [part.const]);
    return values.map((value) => JSON.stringify(value));
  });
}

function inside(part: SchemaPart, step: string | number): SchemaPart[] {
  if (typeof step === 'number') return alternatives(partOf(part.items));
  const own = part.properties?.[step];
  return alternatives(partOf(own ?? part.additionalProperties));
}

function alternatives(part: SchemaPart | undefined): SchemaPart[] {
  if (!part) return [];
  const others = [...(part.anyOf ?? []), ...(part.oneOf ?? [])];
  return others.length === 0 ? [part] : others.flatMap((one) => alternatives(partOf(one)));
}

function partOf(value: unknown): SchemaPart | undefined {
  const result = partSchema.safeParse(value);
  return result.success ? result.data : undefined;
}

const RULE_FORMS = [
  'Bash(npm test *)',
  'Read(./.env)',
  'Edit(/src/**)',
  'WebFetch(domain:example.com)',
  'mcp__server__tool',
  'Agent(Explore)',
];

/** Completes keys and values of the settings schema at the cursor. */
export function completeSettings({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const text = state.doc.toString();
  const { path, previousNode: before, isAtPropertyKey } = getLocation(text, pos);
  const isInside = before !== undefined && pos <= before.offset + before.length;
  // After a complete key or value only punctuation can follow.
  if (before && !isInside) return null;
  if (!before && !explicit && !/[{[,:"]\s*$/u.test(text.slice(Math.max(0, pos - 20), pos))) return null;
  const from = before?.offset ?? pos;
  const to = before ? from + before.length : pos;
  return options(isAtPropertyKey ? keys(path.slice(0, -1), text, from, to) : values(path), from, to);
}

function values(path: JSONPath): Completion[] {
  const isRule = path.length === 3 && path[0] === 'permissions' && ['allow', 'ask', 'deny'].includes(String(path[1]));
  const isDisabledRule = path.length === 4 && path[0] === 'gatehouse' && path[1] === 'disabledRules';
  if (isRule || isDisabledRule) return RULE_FORMS.map((form) => ({ label: JSON.stringify(form), type: 'text', detail: 'rule' }));
  return choicesAt(path).map((label) => ({ label, type: 'constant' }));
}

function keys(object: JSONPath, text: string, from: number, to: number): Completion[] {
  const root = parseTree(text);
  const properties = (root && findNodeAtLocation(root, object)?.children) ?? [];
  const present = new Set(properties.flatMap(({ offset, children }) => (offset === from ? [] : [String(children?.[0]?.value)])));
  const hasColon = /^\s*:/u.test(text.slice(to, to + 20));
  return keysAt(object)
    .filter(({ key }) => !present.has(key))
    .map(({ key, parts }) => ({
      label: JSON.stringify(key),
      type: 'property',
      detail: [...new Set(parts.flatMap(({ type }) => type ?? []))].join(' or '),
      apply: hasColon ? JSON.stringify(key) : `${JSON.stringify(key)}: ${emptyValue(parts)}`,
    }));
}

function emptyValue(parts: readonly SchemaPart[]): string {
  const type = parts[0]?.type;
  if (type === 'object') return '{}';
  if (type === 'array') return '[]';
  return '';
}

function options(found: readonly Completion[], from: number, to: number): CompletionResult | null {
  return found.length === 0 ? null : { from, to, options: found, validFor: /^"?[\w$-]*"?$/u };
}
