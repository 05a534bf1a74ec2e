import type { AnyNode, Program } from 'acorn';
import { errorMessage } from '#shared/error-message.ts';

/** Nobody would read a longer script before allowing it, and it would keep the engine busy. */
export const MAX_SOURCE_CHARS = 200_000;

/**
 * Parses a script with the same grammar as the process that runs it: not a module, but with `await` and `return` allowed outside of functions.
 * Loading a module is an error here already: an attempt in the process would throw an object of the process's own realm.
 * @throws Error with the problem and its line, for the model.
 */
export async function parseSource(source: string): Promise<Program> {
  if (source.length > MAX_SOURCE_CHARS) throw new Error(`The script is longer than ${MAX_SOURCE_CHARS} characters.`);
  // Loaded on demand, since few sessions run scripts.
  const { parse } = await import('acorn');
  let program: Program;
  try {
    program = parse(source, {
      ecmaVersion: 'latest',
      sourceType: 'script',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      locations: true,
    });
  } catch (error) {
    throw new Error(`The script has a syntax error: ${errorMessage(error)}`, { cause: error });
  }
  const loading = findNode(program, ({ type }) => type === 'ImportExpression');
  if (loading) throw new Error(`Scripts can’t load modules (line ${loading.loc?.start.line ?? 1}).`);
  return program;
}

function findNode(program: Program, isWanted: (node: AnyNode) => boolean): AnyNode | undefined {
  const rest: unknown[] = [program];
  for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
    if (isNode(one) && isWanted(one)) return one;
    if (!isNode(one) && !Array.isArray(one)) continue;
    for (const part of Object.values(one)) if (typeof part === 'object' && part !== null) rest.push(part);
  }
  return undefined;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
