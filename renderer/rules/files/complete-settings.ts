import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { pathTo, valuesOf, keyOf, type JsonNode, type JsonPath } from './json-tree.ts';
import { choicesAt, keysAt, type SchemaPart } from './settings-schema.ts';

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
