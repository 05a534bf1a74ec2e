import type { AnyNode, Program } from 'acorn';
import { errorMessage } from '#shared/error-message.ts';

/** More is no script that someone reads before allowing it, and would keep the engine busy. */
export const MAX_SOURCE_CHARS = 200_000;

/**
 * Parses a script by the same grammar as the process that runs it: a script, in which `await` and `return` may stand outside of functions.
 * Modules can't be loaded: not even the attempt may reach the process, whose error would be an object of its own realm.
 * @throws Error that tells the model what is wrong, and in which line.
 */
export async function parseSource(source: string): Promise<Program> {
  if (source.length > MAX_SOURCE_CHARS) throw new Error(`The script is longer than ${MAX_SOURCE_CHARS} characters.`);
  // Few sessions run scripts.
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
