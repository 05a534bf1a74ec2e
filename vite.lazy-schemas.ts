import MagicString from 'magic-string';
import { parseAst, type Plugin } from 'vite';

/** What marks a schema between the two steps, and in the end the function that builds it once. */
const LAZY = '__lazySchema';
const LAZY_FUNCTION = `\nfunction ${LAZY}(make) { let made; return () => (made ??= make()); }\n`;

/**
 * Builds a schema when it is first used, instead of when its module is loaded: there are thousands, a session uses some hundreds, and
 * building the rest would take a tenth of the time until the first request. In two steps, so that neither has to know other modules. Each
 * module's top-level `const x = z.…` becomes `const x = __lazySchema(() => z.…)`. In the finished chunk, where top-level names are unique,
 * that is a function, so each use of `x` becomes a call; other chunks use it through the getters of `exports`. Building a schema has no
 * effect besides, so only the time differs.
 */
export function lazySchemas(): Plugin {
  return {
    name: 'lazy-schemas',
    enforce: 'post',
    transform: (code, id) => (/\/(?:main|shared)\/.*\.ts$/u.test(id) ? markSchemas(code) : undefined),
    renderChunk: (code) => callSchemas(code),
  };
}

interface Edited {
  readonly code: string;
  readonly map: string;
}

/** The first step, for a module without types. `undefined` if it has no schemas. */
export function markSchemas(code: string): Edited | undefined {
  if (!code.includes('zod')) return undefined;
  const statements = nodesIn(syntaxOf(code)['body']);
  const roots = new Set(statements.flatMap(namesOfZod));
  const edits = new MagicString(code);
  for (const { name, init } of statements.flatMap(declared)) {
    if (!isSchema(init, roots) && !holdsSchemas(init, roots)) continue;
    roots.add(name);
    edits.appendLeft(init.start, `/* @__PURE__ */ ${LAZY}(() => (`).appendRight(init.end, '))');
  }
  return edited(edits);
}

/** The second step, for a chunk of CommonJS. `undefined` if no schema is marked in it. */
export function callSchemas(code: string): Edited | undefined {
  if (!code.includes(LAZY)) return undefined;
  const program = syntaxOf(code);
  const schemas = nodesIn(program['body'])
    .flatMap(declared)
    .filter(({ init }) => isCallOf(init, LAZY));
  if (schemas.length !== code.split(`${LAZY}(`).length - 1) throw new Error('A marked schema is not at the top level of its chunk.');
  const edits = new MagicString(code).append(LAZY_FUNCTION);
  const ids = new Map(schemas.map(({ name, id }) => [name, id]));
  const shadowed = new Set<unknown>();
  visit(program, (node, { isBinding }) => {
    if (isBinding && node.type === 'Identifier' && ids.get(String(node['name'])) !== node) shadowed.add(node['name']);
  });
  // Built at once where a function has a variable of the same name: telling their uses apart would need scopes.
  for (const { name, init } of schemas) if (shadowed.has(name)) edits.appendRight(init.end, '()');
  visit(program, (node, { parent, key, isBinding }) => {
    const name = String(node['name']);
    if (node.type !== 'Identifier' || isBinding || !ids.has(name) || shadowed.has(name) || isPropertyName(parent, key)) return;
    edits.appendLeft(node.end, parent['shorthand'] === true ? `: ${name}()` : '()');
  });
  return edited(edits);
}

function edited(edits: MagicString): Edited | undefined {
  return edits.hasChanged() ? { code: edits.toString(), map: edits.generateMap({ hires: 'boundary' }).toString() } : undefined;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

function syntaxOf(code: string): Node {
  const program: unknown = parseAst(code);
  if (!isNode(program)) throw new Error('Not a program.');
  return program;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value;
}

function nodesIn(value: unknown): Node[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

/** The names under which a module imports `z`. */
function namesOfZod({ type, source, specifiers }: Node): string[] {
  if (type !== 'ImportDeclaration' || !isNode(source) || source['value'] !== 'zod') return [];
  return nodesIn(specifiers).flatMap(({ local }) => (isNode(local) ? [String(local['name'])] : []));
}

interface Declared {
  readonly name: string;
  readonly id: Node;
  readonly init: Node;
}

/** The variables that a top-level statement declares, exported or not. */
function declared(statement: Node): Declared[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement;
  if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') return [];
  return nodesIn(declaration['declarations']).flatMap(({ id, init }) =>
    isNode(id) && id.type === 'Identifier' && isNode(init) ? [{ name: String(id['name']), id, init }] : [],
  );
}

/** `z` of `z.object(…).strict()`: the variable whose methods are called. */
function rootOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  let inner: unknown = node;
  while (isNode(inner) && (inner.type === 'CallExpression' || inner.type === 'MemberExpression'))
    inner = inner['callee'] ?? inner['object'];
  return isNode(inner) && inner.type === 'Identifier' ? String(inner['name']) : undefined;
}

function isSchema(node: Node, roots: ReadonlySet<string>): boolean {
  return roots.has(rootOf(node) ?? '');
}

/** Whether it is an object or list written out, with a schema in it, and with nothing that has to be called at once. */
function holdsSchemas(node: Node, roots: ReadonlySet<string>): boolean {
  if (node.type !== 'ObjectExpression' && node.type !== 'ArrayExpression') return false;
  const values = nodesIn(node['properties'] ?? node['elements']).map((member) => valueOf(member));
  const found = values.filter((value) => isSchema(value, roots) || holdsSchemas(value, roots) || roots.has(String(value['name'])));
  return found.length > 0 && values.every((value) => found.includes(value) || INERT.has(value.type));
}

/** Expressions that do nothing but give a value. */
const INERT = new Set(['Literal', 'Identifier', 'ArrowFunctionExpression', 'FunctionExpression']);

/** The value of an object's property or of a list's element, spread or not. */
function valueOf(member: Node): Node {
  const value = member.type === 'SpreadElement' ? member['argument'] : member.type === 'Property' ? member['value'] : member;
  return isNode(value) ? value : member;
}

function isCallOf({ type, callee }: Node, name: string): boolean {
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
