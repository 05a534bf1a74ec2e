import type MagicString from 'magic-string';
import { parseAst } from 'vite';

export interface Edited {
  readonly code: string;
  readonly map: string;
}

export function edited(edits: MagicString): Edited | undefined {
  return edits.hasChanged() ? { code: edits.toString(), map: edits.generateMap({ hires: 'boundary' }).toString() } : undefined;
}

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export function syntaxOf(code: string): Node {
  const program: unknown = parseAst(code);
  if (!isNode(program)) throw new Error('Not a program.');
  return program;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

export function nodesIn(value: unknown): Node[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

interface Declared {
  readonly name: string;
  readonly id: Node;
  readonly init: Node;
}

/** The variables that a top-level statement declares, exported or not. */
export function declared(statement: Node): Declared[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement;
  if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') return [];
  return nodesIn(declaration['declarations']).flatMap(({ id, init }) =>
    isNode(id) && id.type === 'Identifier' && isNode(init) ? [{ name: String(id['name']), id, init }] : [],
  );
}

export function isCallOf({ type, callee }: Node, name: string): boolean {
  return type === 'CallExpression' && isNode(callee) && callee['name'] === name;
}

function isPropertyName({ type, computed }: Node, key: string): boolean {
  if (computed === true) return false;
  if (type === 'MemberExpression') return key === 'property';
  return ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(type) && key === 'key';
}

interface Place {
  readonly parent: Node;
  /** The parent's field. */
  readonly key: string;
  /** Within the name of a declaration or the parameters of a function. */
  readonly isBinding: boolean;
}

const BINDING_FIELDS = new Set(['id', 'params', 'param']);

/** Calls `see` for each node below `parent`. */
function visit(parent: Node, see: (node: Node, place: Place) => void, within = false): void {
  for (const [key, value] of Object.entries(parent)) {
    const isBinding = within || BINDING_FIELDS.has(key);
    for (const node of nodesIn(value)) {
      see(node, { parent, key, isBinding });
      visit(node, see, isBinding);
    }
  }
}

export interface Uses {
  /** Where a variable is read, with the node around it. */
  readonly reads: readonly { readonly name: string; readonly node: Node; readonly parent: Node }[];
  /** Variables whose name a function also uses for something else: telling the two apart would need scopes. */
  readonly shadowed: ReadonlySet<string>;
}

/** Finds the uses of a program's top-level variables. `ids`: their names, with the node that declares each. */
export function usesOf(program: Node, ids: ReadonlyMap<string, Node>): Uses {
  const reads: { name: string; node: Node; parent: Node }[] = [];
  const shadowed = new Set<string>();
  visit(program, (node, { parent, key, isBinding }) => {
    const name = String(node['name']);
    const id = ids.get(name);
    if (node.type !== 'Identifier' || !id || id === node) return;
    if (isBinding) shadowed.add(name);
    else if (!isPropertyName(parent, key)) reads.push({ name, node, parent });
  });
  return { reads: reads.filter(({ name }) => !shadowed.has(name)), shadowed };
}
