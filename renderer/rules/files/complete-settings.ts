import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { z } from 'zod';
import { settingsFileSchema } from '#shared/settings/settings-file.ts';
import { type JsonNode, type JsonPath, keyOf, pathTo, valuesOf } from './json-tree.ts';

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
function schemaAt(path: JsonPath): SchemaPart[] {
  whole ??= partOf(z.toJSONSchema(settingsFileSchema, { io: 'input', unrepresentable: 'any' }));
  let parts = whole ? alternatives(whole) : [];
  for (const step of path) parts = parts.flatMap((part) => inside(part, step));
  return parts;
}

/** The keys that an object at a path may have, with their schemas. */
function keysAt(path: JsonPath): { readonly key: string; readonly parts: readonly SchemaPart[] }[] {
  return schemaAt(path).flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([key, value]) => ({ key, parts: alternatives(partOf(value)) })),
  );
}

/** The allowed values at a path, as JSON. */
function choicesAt(path: JsonPath): string[] {
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
  const node = syntaxTree(state).resolveInner(pos, -1);
  if (node.name === 'PropertyName') {
    const object = node.parent?.parent;
    return object ? keys(object, state, node.from, node.to) : null;
  }
  const around = CONTAINERS.has(node.name) ? node : node.parent;
  // After a colon, the property's value is missing, wherever the parser reports the gap.
  const container = /:\s*$/u.test(state.sliceDoc(around?.from ?? 0, pos)) ? propertyBefore(around, pos) : around;
  if (node.name === 'String' || WORDS.has(node.name)) {
    const path = valuePath(node, state);
    return path && options(values(path), node.from, node.to);
  }
  if (!explicit && !/[{[,:"]\s*$/u.test(state.sliceDoc(Math.max(0, pos - 20), pos))) return null;
  if (container?.name === 'Property') {
    const path = [...pathTo(container.parent ?? container, state), keyOf(container, state) ?? ''];
    return options(values(path), pos, pos);
  }
  if (container?.name === 'Object') return keys(container, state, pos, pos);
  if (container?.name === 'Array') return options(values([...pathTo(container, state), valuesOf(container).length]), pos, pos);
  return null;
}

const CONTAINERS = new Set(['Object', 'Array', 'Property']);

function propertyBefore(around: JsonNode | null, pos: number): JsonNode | null {
  return around?.name === 'Object' ? around.childBefore(pos) : around;
}

const WORDS = new Set(['True', 'False', 'Null', 'Number']);

function valuePath(node: JsonNode, state: EditorState): JsonPath | null {
  const { parent } = node;
  if (parent?.name === 'Property' && parent.parent) return [...pathTo(parent.parent, state), keyOf(parent, state) ?? ''];
  return parent?.name === 'Array' ? pathTo(node, state) : null;
}

function values(path: JsonPath): Completion[] {
  const isRule = path.length === 3 && path[0] === 'permissions' && ['allow', 'ask', 'deny'].includes(String(path[1]));
  const isOff = path.length === 4 && path[0] === 'gatehouse' && path[1] === 'disabledRules';
  if (isRule || isOff) return RULE_FORMS.map((form) => ({ label: JSON.stringify(form), type: 'text', detail: 'rule' }));
  return choicesAt(path).map((label) => ({ label, type: 'constant' }));
}

function keys(object: JsonNode, state: EditorState, from: number, to: number): CompletionResult | null {
  const present = new Set(object.getChildren('Property').flatMap((property) => (property.from === from ? [] : [keyOf(property, state)])));
  const hasColon = /^\s*:/u.test(state.sliceDoc(to, to + 20));
  const found = keysAt(pathTo(object, state)).filter(({ key }) => !present.has(key));
  return options(
    found.map(({ key, parts }) => ({
      label: JSON.stringify(key),
      type: 'property',
      detail: [...new Set(parts.flatMap(({ type }) => type ?? []))].join(' or '),
      apply: hasColon ? JSON.stringify(key) : `${JSON.stringify(key)}: ${emptyValue(parts)}`,
    })),
    from,
    to,
  );
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
