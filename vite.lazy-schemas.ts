import MagicString from 'magic-string';
import type { Plugin } from 'vite';
import { declared, edited, isCallOf, isNode, nodesIn, syntaxOf, usesOf, type Edited, type Node } from './vite.syntax.ts';

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
  const { reads, shadowed } = usesOf(program, ids);
  // Built at once.
  for (const { name, init } of schemas) if (shadowed.has(name)) edits.appendRight(init.end, '()');
  for (const { name, node, parent } of reads) edits.appendLeft(node.end, parent['shorthand'] === true ? `: ${name}()` : '()');
  return edited(edits);
}

/** The names under which a module imports `z`. */
function namesOfZod({ type, source, specifiers }: Node): string[] {
  if (type !== 'ImportDeclaration' || !isNode(source) || source['value'] !== 'zod') return [];
  return nodesIn(specifiers).flatMap(({ local }) => (isNode(local) ? [String(local['name'])] : []));
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
