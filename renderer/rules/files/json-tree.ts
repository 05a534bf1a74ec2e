import { syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';

/** A node of the JSON syntax tree. */
export type JsonNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

/** Keys and indexes that lead to a value, outermost first. */
export type JsonPath = readonly (string | number)[];

export function textOf(node: { readonly from: number; readonly to: number }, state: EditorState): string {
  return state.sliceDoc(node.from, node.to);
}

/** The key of a property; `undefined` while its string isn't closed. */
export function keyOf(property: JsonNode, state: EditorState): string | undefined {
  const name = property.getChild('PropertyName');
  return name ? stringOf(textOf(name, state)) : undefined;
}

/** The values of an array or object, without its punctuation and errors (`[`, `,`, `⚠`). */
export function valuesOf(array: JsonNode): JsonNode[] {
  const values: JsonNode[] = [];
  for (let child = array.firstChild; child; child = child.nextSibling) if (VALUES.has(child.name)) values.push(child);
  return values;
}

const VALUES = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

/** The path to a container (an object or array). */
export function pathTo(container: JsonNode, state: EditorState): JsonPath {
  const path: (string | number)[] = [];
  let node: JsonNode | null = container;
  while (node) {
    const parent: JsonNode | null = node.parent;
    if (parent?.name === 'Property') {
      path.unshift(keyOf(parent, state) ?? '');
      node = parent.parent;
    } else {
      if (parent?.name === 'Array') path.unshift(indexIn(parent, node));
      node = parent;
    }
  }
  return path;
}

function indexIn(array: JsonNode, node: JsonNode): number {
  return valuesOf(array).filter((value) => value.from < node.from).length;
}

/** The value at a path, or its nearest existing ancestor. */
export function nodeAt(state: EditorState, path: readonly PropertyKey[]): JsonNode | null {
  let node: JsonNode | null = syntaxTree(state).topNode.firstChild;
  for (const step of path) {
    const next: JsonNode | null | undefined = node && childAt(node, step, state);
    if (!next) return node;
    node = next;
  }
  return node;
}

function childAt(node: JsonNode, step: PropertyKey, state: EditorState): JsonNode | null | undefined {
  if (node.name === 'Array') return typeof step === 'number' ? valuesOf(node)[step] : undefined;
  const property = node.getChildren('Property').findLast((one) => keyOf(one, state) === step);
  return property?.lastChild;
}

function stringOf(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
