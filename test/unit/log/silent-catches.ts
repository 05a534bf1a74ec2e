import { parseSync } from 'vite';

/** How far from `.catch(…)` its reason may stand, in lines. */
const NEARBY_LINES = 2;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Lines of a source where an error is dropped without its being read, rethrown or a comment that says why that is right. */
export function silentCatches(file: string, source: string): number[] {
  const { program, comments } = parseSync(file, source);
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  const commentLines = comments.map(({ start }) => lineAt(start));
  const isExplained = (from: number, to: number): boolean => commentLines.some((line) => line >= from && line <= to);
  const found: number[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isNode(value)) return;
    if (value.type === 'CatchClause' && value['param'] === null && !throws(value)) {
      if (!comments.some(({ start, end }) => start > value.start && end < value.end)) found.push(lineAt(value.start));
    }
    const handler = value.type === 'CallExpression' ? rejectionHandler(value) : undefined;
    if (handler && ignoresError(handler)) {
      const line = lineAt(handler.start);
      if (!isExplained(line - NEARBY_LINES, lineAt(handler.end) + NEARBY_LINES)) found.push(line);
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(program.body);
  return found;
}

/** The function that gets the error in `.catch(f)` and `.then(g, f)`. */
function rejectionHandler({ callee, arguments: given }: Node): Node | undefined {
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee['property']) || !Array.isArray(given)) return undefined;
  const name = callee['property']['name'];
  const handler: unknown = name === 'catch' ? given[0] : name === 'then' ? given[1] : undefined;
  // `.then(() => true, () => false)` is an answer, not silence.
  return isNode(handler) && !(name === 'then' && isNo(handler)) ? handler : undefined;
}

function ignoresError(handler: Node): boolean {
  const { type, params } = handler;
  return type === 'ArrowFunctionExpression' && Array.isArray(params) && params.length === 0 && !throws(handler);
}

function isNo({ body }: Node): boolean {
  return isNode(body) && body.type === 'Literal' && body['value'] === false;
}

function throws(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(throws);
  return isNode(value) && (value.type === 'ThrowStatement' || Object.values(value).some(throws));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
