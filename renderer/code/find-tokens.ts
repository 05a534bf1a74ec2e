import type { Language } from '@codemirror/language';
import { highlightTree, tagHighlighter } from '@lezer/highlight';
import { type CodeToken, NO_TOKENS, TOKEN_KINDS } from './code-tokens.ts';
import { languageOf } from './languages.ts';
import { TOKEN_TAGS } from './token-tags.ts';

const highlighter = tagHighlighter(TOKEN_TAGS.map(({ kind, tags }) => ({ class: kind, tag: tags })));

/** How long parsing may hold up the page before others get a turn. Milliseconds. */
const SLICE_MS = 4;

/** The coloured parts of a code text, in order. Parses in slices; empty for an unknown language. */
export async function findTokens(text: string, hint: string, signal: AbortSignal): Promise<readonly CodeToken[]> {
  const language = await languageOf(hint);
  if (!language || signal.aborted) return NO_TOKENS;
  const tree = await parse(language.parser, text, signal);
  const tokens: CodeToken[] = [];
  if (!tree) return NO_TOKENS;
  highlightTree(tree, highlighter, (from, to, classes) => {
    // The innermost one comes last.
    const kind = TOKEN_KINDS.find((one) => classes.endsWith(one));
    if (kind) tokens.push({ from, to, kind });
  });
  return tokens;
}

async function parse(parser: Language['parser'], text: string, signal: AbortSignal) {
  const parsing = parser.startParse(text);
  let until = performance.now() + SLICE_MS;
  for (let tree = parsing.advance(); !signal.aborted; tree = parsing.advance()) {
    if (tree) return tree;
    if (performance.now() < until) continue;
    await new Promise<void>((resolve) => setTimeout(resolve));
    until = performance.now() + SLICE_MS;
  }
  return null;
}
