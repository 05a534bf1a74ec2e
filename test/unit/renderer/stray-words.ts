import { parseSync } from 'vite';
import { z } from 'zod';

/** Attributes of a component that a person reads or hears. */
const SAID =
  /^(?:label|title|placeholder|detail|hint|alt|aria-(?:label|description|roledescription|valuetext)|error|action|lead|empty|why)$/u;

const nodeSchema = z.looseObject({ type: z.string() });
type Node = z.infer<typeof nodeSchema>;

/** English text written in a component, as text or in an attribute that is shown or read out. One entry each. */
export function strayWords(file: string, source: string): string[] {
  const found: string[] = [];
  const say = (words: unknown): void => {
    if (typeof words === 'string' && /\p{L}{2,}/u.test(words)) found.push(words.trim());
  };
  /** The possible values of a rendered expression. */
  const drawn = (node: Node | undefined): void => {
    switch (node?.type) {
      case 'Literal':
        return say(node['value']);
      case 'TemplateLiteral':
        return nodes(node['quasis']).forEach((quasi) => say(z.object({ cooked: z.string() }).safeParse(quasi['value']).data?.cooked));
      case 'ConditionalExpression':
        drawn(nodeOf(node['consequent']));
        return drawn(nodeOf(node['alternate']));
      case 'LogicalExpression':
        if (node['operator'] !== '&&') drawn(nodeOf(node['left']));
        return drawn(nodeOf(node['right']));
      case 'JSXExpressionContainer':
      case 'ParenthesizedExpression':
        return drawn(nodeOf(node['expression']));
      default:
    }
  };
  const visit = (node: Node): void => {
    if (node.type === 'JSXText') say(node['value']);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      nodes(node['children'])
        .filter(({ type }) => type === 'JSXExpressionContainer')
        .forEach(drawn);
    if (node.type === 'JSXAttribute' && SAID.test(String(nodeOf(node['name'])?.['name']))) drawn(nodeOf(node['value']));
    for (const value of Object.values(node))
      (Array.isArray(value) ? nodes(value) : [nodeOf(value)]).forEach((child) => child && visit(child));
  };
  nodes(parseSync(file, source).program.body).forEach(visit);
  return found;
}

/** Selectors, media queries and `rel`. */
const IS_CODE = /\[[\w-]+(?:=|\])|^\([\w-]+:|^noreferrer /u;
/** Two words, or one with a capital that is neither a key nor a tool. */
const READS_AS_TEXT =
  /\p{L}{2,}[’”,.:;!?…]* [“(]?\p{L}{2,}|^(?!(?:Backspace|Bash|Dead|Delete|Edit|Enter|Escape|Process|Tab|Write)$)\p{Lu}\p{Ll}+$/u;

/** Strings of code that read as text: all literals and templates but those in imports and types. */
export function strayTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const say = (text: unknown): void => {
    if (typeof text === 'string' && READS_AS_TEXT.test(text) && !IS_CODE.test(text)) found.push(text.trim());
  };
  const visit = (node: Node): void => {
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' || node.type === 'TSNonNullExpression')
      return [nodeOf(node['expression'])].forEach((inner) => inner && visit(inner));
    if (node.type.startsWith('TS') || node.type === 'ImportDeclaration') return;
    if (node.type === 'Literal') say(node['value']);
    if (node.type === 'TemplateElement') say(z.object({ cooked: z.string() }).safeParse(node['value']).data?.cooked);
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
