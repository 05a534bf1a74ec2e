import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { Language, type Node, Parser } from 'web-tree-sitter';

/** A parse may block the engine no longer than this; past it the line counts as not understood. */
const PARSE_BUDGET_MS = 50;
/**
 * How hot the parser must be before V8 optimises it, in bytes executed. By default that begins with the first lines and keeps
 * every core busy in a session's first seconds, just when its commands are to start: a pseudo-terminal then takes
 * three to ten times as long. Unoptimised, a typical line still parses well within its share.
 */
const WASM_TIERING_BUDGET = 200_000_000;

export interface ShellGrammar {
  /** Runs `use` with the root node and frees the tree afterwards. Undefined when the budget ran out. */
  withTree<T>(text: string, use: (root: Node) => T): T | undefined;
}

/** Loads the bash grammar. Both WASM files are found through Node's own resolution, so a bundled main works as well. */
export async function loadShellGrammar(): Promise<ShellGrammar> {
  setFlagsFromString(`--wasm-tiering-budget=${WASM_TIERING_BUDGET}`);
  const require = createRequire(import.meta.url);
  await Parser.init({ locateFile: () => require.resolve('web-tree-sitter/web-tree-sitter.wasm') });
  const language = await Language.load(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm'));
  const parser = new Parser();
  parser.setLanguage(language);
  return {
    withTree: (text, use) => {
      const end = performance.now() + PARSE_BUDGET_MS;
      const tree = parser.parse(text, null, { progressCallback: () => performance.now() > end });
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
