import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Language, type Node, Parser } from 'web-tree-sitter';

/**
 * The parser calls back after every hundred operations (0.1 to 0.2 ms). After this many calls the line counts as not understood, so that a
 * hostile one can't block the engine. Counted rather than timed: decisions must not depend on how busy the machine is.
 */
const MAX_CHECKS = 400;
/**
 * V8 must never optimise the parser. The lexer is one enormous function: optimising it takes seconds of every core and half a gigabyte in
 * the middle of a session, and meanwhile a pseudo-terminal takes three to ten times as long to start. Unoptimised, a typical line still
 * parses well within the budget. A larger tiering budget would only delay the optimisation.
 */
const NEVER_OPTIMISE = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/** Call this before the process loads any WebAssembly, including that of libraries: V8 reads these flags then. */
export function neverOptimiseParser(): void {
  for (const flag of NEVER_OPTIMISE) setFlagsFromString(flag);
}

export interface ShellGrammar {
  /** Runs `use` with the root node and frees the tree afterwards. Undefined when the budget ran out. */
  withTree<T>(text: string, use: (root: Node) => T): T | undefined;
}

/** Loads the bash grammar, after `neverOptimiseParser`. Both WASM files are found through Node's module resolution, so it also works when bundled. */
export async function loadShellGrammar(): Promise<ShellGrammar> {
  const require = createRequire(import.meta.url);
  await Parser.init({ locateFile: () => require.resolve('web-tree-sitter/web-tree-sitter.wasm') });
  const language = await Language.load(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm'));
  const parser = new Parser();
  parser.setLanguage(language);
  return {
    withTree: (text, use) => {
      let checks = 0;
      const tree = parser.parse(text, null, { progressCallback: () => (checks += 1) > MAX_CHECKS });
      if (tree === null) {
        parser.reset();
        return undefined;
      }
      try {
        return use(tree.rootNode);
      } finally {
        tree.delete();
      }
    },
  };
}
