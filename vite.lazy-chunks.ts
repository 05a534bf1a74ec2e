import MagicString from 'magic-string';
import type { Plugin } from 'vite';
import { UNUSED_CHUNKS } from './main/unused-chunks.ts';
import { declared, edited, isCallOf, nodesIn, syntaxOf, usesOf, type Edited, type Node } from './vite.syntax.ts';

const LAZY = '__lazyChunk';
const LAZY_FUNCTION = `
function ${LAZY}(load) {
  const lazy = {
    get chunk() {
      const value = loadOrEnd();
      Object.defineProperty(lazy, 'chunk', { value });
      unused.delete(use);
      return value;
    },
  };
  const loadOrEnd = () => {
    try {
      return load();
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND' || error.requireStack?.[0] !== __filename) throw error;
      process.stderr.write('gatehouse: A part of the program is gone, because it was built again or removed while it ran. Start it again.\\n');
      process.exit(1);
    }
  };
  const use = () => void lazy.chunk;
  const unused = (globalThis[Symbol.for('${UNUSED_CHUNKS}')] ??= new Set());
  unused.add(use);
  return lazy;
}
`;

/**
 * Loads another chunk when something of it is first used, instead of with the chunk that imports it: until its first request, a session
 * uses two thirds of what it imports. Modules have no effect outside their chunk when they are loaded, so only the time differs. The rest is
 * loaded by `loadUnusedChunks`. If a chunk’s file is gone, the process ends: whoever takes errors for an absent hook or rule must not go on.
 */
export function lazyChunks(): Plugin {
  return { name: 'lazy-chunks', enforce: 'post', renderChunk: (code) => useChunksLazily(code) };
}

/** Works on a chunk of CommonJS. `undefined` if it imports no other. */
export function useChunksLazily(code: string): Edited | undefined {
  const program = syntaxOf(code);
  const chunks = nodesIn(program['body'])
    .flatMap(declared)
    .filter(({ init }) => isChunk(init));
  const { reads, shadowed } = usesOf(program, new Map(chunks.map(({ name, id }) => [name, id])));
  const lazy = chunks.filter(({ name }) => !shadowed.has(name));
  if (lazy.length === 0) return undefined;
  const edits = new MagicString(code).append(LAZY_FUNCTION);
  for (const { init } of lazy) edits.appendLeft(init.start, `${LAZY}(() => `).appendRight(init.end, ')');
  for (const { name, node, parent } of reads) edits.appendLeft(node.end, parent['shorthand'] === true ? `: ${name}.chunk` : '.chunk');
  return edited(edits);
}

/** `require("./…")`, except of the bundler's runtime, which each chunk uses at once. */
function isChunk(init: Node): boolean {
  const [path] = isCallOf(init, 'require') ? nodesIn(init['arguments']) : [];
  return /^\.\.?\/(?!.*rolldown-runtime)/u.test(String(path?.['value']));
}
