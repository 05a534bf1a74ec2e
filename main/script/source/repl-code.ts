import type { Pattern, Program, Statement, ModuleDeclaration } from 'acorn';
import { parseSource } from './parse-source.ts';

/** Text that replaces what is between `start` and `end`. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Converts the code of one REPL call to an expression whose value is a function. Declarations outside of functions and blocks stay defined for
 * later calls, and the last expression becomes the result. Line numbers stay the same.
 * @throws Error with the problem, for the model.
 */
export async function replCode(source: string, taken: ReadonlySet<string>): Promise<string> {
  const { body } = await parseSource(source);
  const names = new Set<string>();
  const functions: string[] = [];
  const changes = body.flatMap((statement) => changesOf(statement, names, functions));
  const last = body.at(-1);
  if (last?.type === 'ExpressionStatement') {
    const { start, end } = last.expression;
    changes.push({ start: last.start, end: start, text: ';return (' }, { start: end, end: last.end, text: ');' });
  }
  const lost = [...names].find((name) => taken.has(name));
  if (lost !== undefined) throw new Error(`${lost} is the name of a function that every script has. Choose another name.`);
  const declared = names.size === 0 ? '' : `var ${[...names].join(',')};`;
  return `${declared}(async () => {${functions.map((name) => `this.${name}=${name};`).join('')}${changed(source, changes)}\n})`;
}

function changesOf(statement: Program['body'][number], names: Set<string>, functions: string[]): Change[] {
  switch (statement.type) {
    case 'VariableDeclaration':
      // A `using` declaration ends with its block.
      return /^(?:var|let|const)$/u.test(statement.kind) ? declarationChanges(statement, names) : [];
    case 'FunctionDeclaration':
      names.add(statement.id.name);
      functions.push(statement.id.name);
      return [];
    case 'ClassDeclaration': {
      const { name } = statement.id;
      names.add(name);
      return [
        { start: statement.start, end: statement.start, text: `;${name} = ` },
        { start: statement.end, end: statement.end, text: ';' },
      ];
    }
    default:
      return [];
  }
}

/** `const a = 1, { b } = c` becomes `;(a = 1), ({ b } = c);`. */
function declarationChanges(
  { start, end, declarations }: Extract<Statement | ModuleDeclaration, { type: 'VariableDeclaration' }>,
  names: Set<string>,
): Change[] {
  const changes: Change[] = [{ start, end: declarations[0]?.start ?? start, text: ';' }];
  for (const { id, init, start: from, end: to } of declarations) {
    for (const name of namesIn(id)) names.add(name);
    changes.push({ start: from, end: from, text: '(' }, { start: to, end: to, text: init ? ')' : ' = undefined)' });
  }
  return [...changes, { start: end, end, text: ';' }];
}

function namesIn(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => namesIn(property.type === 'RestElement' ? property.argument : property.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? namesIn(element) : []));
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'MemberExpression':
      return [];
  }
}

/** Changes at the same position keep their order. */
function changed(source: string, changes: readonly Change[]): string {
  let text = '';
  let at = 0;
  for (const { start, end, text: inserted } of changes.toSorted((a, b) => a.start - b.start)) {
    text += source.slice(at, start) + inserted;
    at = end;
  }
  return text + source.slice(at);
}
