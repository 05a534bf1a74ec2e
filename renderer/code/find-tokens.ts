import type { Language } from '@codemirror/language';
import { highlightTree, type Tag, tagHighlighter, tags } from '@lezer/highlight';
import { type CodeToken, NO_TOKENS, TOKEN_KINDS, type TokenKind } from './code-tokens.ts';
import { languageOf } from './languages.ts';

const highlighter = tagHighlighter([
  { class: 'keyword', tag: [tags.keyword, tags.modifier, tags.self, tags.tagName, tags.heading, tags.meta, tags.processingInstruction] },
  { class: 'string', tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue, tags.inserted] },
  { class: 'number', tag: [tags.number, tags.bool, tags.null, tags.atom, tags.escape, tags.unit, tags.color] },
  { class: 'comment', tag: [tags.comment, tags.quote] },
  {
    class: 'function',
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.standard(tags.variableName), tags.macroName],
  },
  { class: 'type', tag: [tags.typeName, tags.className, tags.namespace, tags.labelName] },
  { class: 'property', tag: [tags.propertyName, tags.attributeName, tags.definition(tags.propertyName), tags.link, tags.url] },
  { class: 'quiet', tag: [tags.punctuation, tags.operator, tags.separator, tags.bracket] },
] satisfies readonly { readonly class: TokenKind; readonly tag: readonly Tag[] }[]);

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
