import type { Expression, Property, SpreadElement } from 'acorn';
import { z } from 'zod';
import type { WorkflowScript } from '#main/tool/services/scripts.ts';
import { parseSource } from './parse-source.ts';

const BEGINNING = /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*export(?=\s+const\s+meta\b)/u;
const PLAIN = 'meta must be a plain literal: text, numbers, true, false, null, lists and objects';

const phaseSchema = z.union([
  z.string().transform((title) => ({ title })),
  z.object({ title: z.string().min(1).max(200), detail: z.string().max(1000).optional() }),
]);
const metaSchema = z.object({
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} _.:-]{0,63}$/u, 'must be at most 64 letters, digits, spaces, dots, colons, hyphens or underscores'),
  description: z.string().min(1).max(2000),
  phases: z.array(phaseSchema).max(100).optional(),
});

/**
 * Reads a workflow script: `meta` without running anything, and its code as an expression whose value is a function.
 * @throws Error that tells the model what is wrong.
 */
export async function workflowSource(source: string): Promise<WorkflowScript> {
  const beginning = BEGINNING.exec(source)?.[0];
  if (beginning === undefined)
    throw new Error('A workflow script begins with: export const meta = { name: "…", description: "…", phases: [] }');
  const at = beginning.length - 'export'.length;
  const script = `${source.slice(0, at)}      ${source.slice(beginning.length)}`;
  const { body } = await parseSource(script);
  const [first] = body;
  const declared = first?.type === 'VariableDeclaration' && first.declarations.length === 1 ? first.declarations[0] : undefined;
  if (declared?.init?.type !== 'ObjectExpression') throw new Error(`${PLAIN}.`);
  const parsed = metaSchema.safeParse(literal(declared.init));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`meta${issue?.path.map((part) => `.${String(part)}`).join('') ?? ''}: ${issue?.message ?? 'isn’t valid'}`);
  }
  const { name, description, phases = [] } = parsed.data;
  return { name, description, phases, code: `(async () => {${script}\n})` };
}

/** @throws Error for anything that would have to be run. */
function literal(node: Expression): unknown {
  switch (node.type) {
    case 'Literal':
      if (node.regex || node.bigint != null) break;
      return node.value;
    case 'TemplateLiteral':
      if (node.expressions.length > 0) break;
      return node.quasis[0]?.value.cooked ?? '';
    case 'UnaryExpression':
      if (node.operator !== '-' || node.argument.type !== 'Literal' || typeof node.argument.value !== 'number') break;
      return -node.argument.value;
    case 'ArrayExpression':
      return node.elements.map((element) => {
        if (!element || element.type === 'SpreadElement') throw new Error(`${PLAIN} (line ${node.loc?.start.line ?? 1}).`);
        return literal(element);
      });
    case 'ObjectExpression':
      return Object.fromEntries(node.properties.map(entry));
    default:
  }
  throw new Error(`${PLAIN} (line ${node.loc?.start.line ?? 1}).`);
}

function entry(property: Property | SpreadElement): [string, unknown] {
  if (property.type === 'Property' && property.kind === 'init' && !property.computed && !property.method && !property.shorthand) {
    const { key } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
    if (name !== undefined && name !== '__proto__') return [name, literal(property.value)];
  }
  throw new Error(`${PLAIN} (line ${property.loc?.start.line ?? 1}).`);
}
