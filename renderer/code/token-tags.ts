import { type Tag, tags } from '@lezer/highlight';
import type { TokenKind } from './code-tokens.ts';

/** Which parts of a parsed text have which colour. */
export const TOKEN_TAGS: readonly { readonly kind: TokenKind; readonly tags: readonly Tag[] }[] = [
  { kind: 'keyword', tags: [tags.keyword, tags.modifier, tags.self, tags.tagName, tags.heading, tags.meta, tags.processingInstruction] },
  { kind: 'string', tags: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue, tags.inserted] },
  { kind: 'number', tags: [tags.number, tags.bool, tags.null, tags.atom, tags.escape, tags.unit, tags.color] },
  { kind: 'comment', tags: [tags.comment, tags.quote] },
  {
    kind: 'function',
    tags: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.standard(tags.variableName), tags.macroName],
  },
  { kind: 'type', tags: [tags.typeName, tags.className, tags.namespace, tags.labelName] },
  { kind: 'property', tags: [tags.propertyName, tags.attributeName, tags.definition(tags.propertyName), tags.link, tags.url] },
  { kind: 'quiet', tags: [tags.punctuation, tags.operator, tags.separator, tags.bracket] },
];
