import { parseSync } from 'vite';
import { z } from 'zod';

/** Attributes that are shown or read out. */
const SHOWN_ATTRIBUTES =
  /^(?:label|title|placeholder|detail|hint|alt|aria-(?:label|description|roledescription|valuetext)|error|action|lead|empty|why)$/u;

const nodeSchema = z.looseObject({ type: z.string() });
type Node = z.infer<typeof nodeSchema>;

/** English text written in a component, as text or in an attribute that is shown or read out. One entry each. */
export function strayWords(file: string, source: string): string[] {
  const found: string[] = [];
  const add = (text: unknown): void => {
    if (typeof text === 'string' && /\p{L}{2,}/u.test(text)) found.push(text.trim());
  };
  /** The possible values of a rendered expression. */
  const addRendered = (node: Node | undefined): void => {
    switch (node?.type) {
      case 'Literal':
        return add(node['value']);
      case 'TemplateLiteral':
        return nodes(node['quasis']).forEach((quasi) => add(z.object({ cooked: z.string() }).safeParse(quasi['value']).data?.cooked));
      case 'ConditionalExpression':
        addRendered(nodeOf(node['consequent']));
        return addRendered(nodeOf(node['alternate']));
      case 'LogicalExpression':
        if (node['operator'] !== '&&') addRendered(nodeOf(node['left']));
        return addRendered(nodeOf(node['right']));
      case 'JSXExpressionContainer':
      case 'ParenthesizedExpression':
        return addRendered(nodeOf(node['expression']));
      default:
    }
  };
  const visit = (node: Node): void => {
    if (node.type === 'JSXText') add(node['value']);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      nodes(node['children'])
        .filter(({ type }) => type === 'JSXExpressionContainer')
        .forEach(addRendered);
    if (node.type === 'JSXAttribute' && SHOWN_ATTRIBUTES.test(String(nodeOf(node['name'])?.['name']))) addRendered(nodeOf(node['value']));
    for (const value of Object.values(node))
      (Array.isArray(value) ? nodes(value) : [nodeOf(value)]).forEach((child) => child && visit(child));
  };
  nodes(parseSync(file, source).program.body).forEach(visit);
  return found;
}

/** Selectors, media queries, style values, rules and `rel`. */
const IS_CODE = /\[[\w-]+(?:=|\])|^input, |^\([\w-]+:|var\(--|^[A-Z]\w+\(.*\)$|^noreferrer /u;
/** Two words, or one with a capital that isn't the name of a key, a tool, a data type or the app. */
const READS_AS_TEXT =
  /\p{L}{2,}[’”,.:;!?…]* [“(]?\p{L}{2,}|^(?!(?:Alt|Backspace|Bash|Comma|Control|Ctrl|Dead|Delete|Digit|Edit|Enter|Equal|Esc|Escape|Files|Gatehouse|Meta|Minus|Mod|Period|Process|Semicolon|Shift|Slash|Tab|Unidentified|Write)$)\p{Lu}\p{Ll}+$/u;

/** Strings of code that read as text: all literals and templates but those in imports and types. */
export function strayTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const add = (text: unknown): void => {
    if (typeof text === 'string' && READS_AS_TEXT.test(text) && !IS_CODE.test(text)) found.push(text.trim());
  };
  const visit = (node: Node): void => {
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' || node.type === 'TSNonNullExpression')
      return [nodeOf(node['expression'])].forEach((inner) => inner && visit(inner));
    if (node.type.startsWith('TS') || node.type === 'ImportDeclaration') return;
    if (node.type === 'Literal') add(node['value']);
    if (node.type === 'TemplateElement') add(z.object({ cooked: z.string() }).safeParse(node['value']).data?.cooked);
    for (const value of Object.values(node))
      (Array.isArray(value) ? nodes(value) : [nodeOf(value)]).forEach((child) => child && visit(child));
  };
  nodes(parseSync(file, source).program.body).forEach(visit);
  return found;
}

/** A straight apostrophe inside or after a word, or straight quotes around words. */
const STRAIGHT = /\p{L}'\p{L}|\p{Ll}s' \p{L}|(?:^|[\s(])"\p{L}[^"=]*"(?=[\s.,;:)!?]|$)/u;

/** Any line but those of comments. */
const MAY_BE_STRAIGHT = /^(?!\s*(?:\/\/|\/?\*)).*(?:\p{L}'\p{L}|s' |"\p{L})/u;

/** Texts in literals and templates that have straight quotation marks or apostrophes. */
export function straightQuotes(file: string, source: string): string[] {
  // Most files have none: parsing each takes long.
  if (!source.split('\n').some((line) => MAY_BE_STRAIGHT.test(line))) return [];
  const found: string[] = [];
  const add = (text: unknown): void => {
    if (typeof text === 'string' && STRAIGHT.test(text)) found.push(text.trim());
  };
  const visit = (node: Node): void => {
    if (node.type === 'Literal' || node.type === 'JSXText') add(node['value']);
    if (node.type === 'TemplateElement') add(z.object({ cooked: z.string() }).safeParse(node['value']).data?.cooked);
    for (const value of Object.values(node))
      (Array.isArray(value) ? nodes(value) : [nodeOf(value)]).forEach((child) => child && visit(child));
  };
  nodes(parseSync(file, source).program.body).forEach(visit);
  return found;
}

function nodeOf(value: unknown): Node | undefined {
  return nodeSchema.safeParse(value).data;
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? value.flatMap((one) => nodeOf(one) ?? []) : [];
}
