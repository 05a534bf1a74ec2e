import type { LimitFact } from '#shared/permission/facts.ts';
import type { Node } from 'web-tree-sitter';
import { placeAfter } from './follow-cd.ts';
import type { RawAssignment, RawCommand, RawRedirect, ShellPlace } from './raw-command.ts';
import { isInertPart, GLUE, PLAIN_BLOCKS, SEEN_THROUGH, STATEMENTS, touching, WORDS } from './node-kinds.ts';
import { literalWord, readWord, type Word, type WordScope } from './word.ts';

export interface WalkInput {
  readonly place: ShellPlace;
  readonly home: string;
  readonly nested: boolean;
  readonly runBy: number | undefined;
}

export interface WalkResult {
  readonly commands: readonly RawCommand[];
  readonly limits: readonly LimitFact[];
}

interface Inherited {
  readonly redirects: readonly RawRedirect[];
  readonly stdin: string | undefined;
  readonly piped: boolean;
  readonly nested: boolean;
}

/** Walks a syntax tree and lists every simple command in it. Only syntax known here counts as understood. */
export function walkShell(root: Node, input: WalkInput): WalkResult {
  const walker = new Walker(input);
  walker.statement(root, { redirects: [], stdin: undefined, piped: false, nested: input.nested });
  return { commands: walker.commands, limits: walker.limits };
}

class Walker implements WordScope {
  readonly commands: RawCommand[] = [];
  readonly limits: LimitFact[] = [];
  readonly variables = new Map<string, string | null>();
  readonly home: string;
  private place: ShellPlace;
  private readonly runBy: number | undefined;
  private depth = 0;

  constructor(input: WalkInput) {
    this.home = input.home;
    this.place = input.place;
    this.runBy = input.runBy;
  }

  get cwd(): string | undefined {
    return this.place.uncertain ? undefined : this.place.dir;
  }

  limit(node: Node, reason: string, opaque: boolean): void {
    this.limits.push({ text: node.text.slice(0, 200), reason, opaque });
  }

  substitution(node: Node): void {
    const before = this.place;
    for (const child of node.namedChildren) this.search(child, { redirects: [], stdin: undefined, piped: false, nested: true });
    this.place = before;
  }

  /** Looks for statements in a node of any kind. */
  private search(node: Node, inherited: Inherited): void {
    if (STATEMENTS.has(node.type)) this.statement(node, inherited);
    else if (node.type === 'file_redirect') this.loneRedirect(node, inherited);
    else for (const child of node.namedChildren) this.search(child, inherited);
  }

  statement(node: Node, inherited: Inherited): void {
    if (++this.depth > 200) this.limit(node, 'It is nested too deeply.', true);
    else this.dispatch(node, inherited);
    this.depth--;
  }

  private dispatch(node: Node, inherited: Inherited): void {
    if (PLAIN_BLOCKS.has(node.type)) return this.block(node, inherited);
    const reason = SEEN_THROUGH.get(node.type);
    if (reason !== undefined) {
      this.limit(node, reason, false);
      if (node.type === 'compound_statement' && node.text.startsWith('((')) this.limit(node, 'It evaluates arithmetic.', true);
      const before = this.place;
      this.block(node, inherited);
      if (node.type === 'subshell') this.place = before;
      return;
    }
    switch (node.type) {
      case 'pipeline':
        return this.pipeline(node, inherited);
      case 'redirected_statement':
        return this.redirected(node, inherited);
      case 'command':
        return this.command(node, inherited);
      case 'test_command':
        return this.test(node, inherited);
      case 'for_statement':
        return this.forLoop(node, inherited);
      case 'variable_assignment':
      case 'variable_assignments':
        return this.assignmentStatement(node, inherited);
      case 'declaration_command':
      case 'unset_command':
        return this.declaration(node, inherited);
      case 'function_definition':
        this.limit(node, 'It defines a function, which may stand in for a command.', true);
        return this.block(node, { ...inherited, nested: true });
      default:
        this.limit(node, `It contains syntax that is not understood (${node.type}).`, true);
        for (const child of node.namedChildren) this.search(child, { ...inherited, nested: true });
    }
  }

  private block(node: Node, inherited: Inherited): void {
    const branching =
      node.type !== 'program' && node.type !== 'negated_command' && node.type !== 'subshell' && node.type !== 'compound_statement';
    let operator = '';
    for (const child of node.children) {
      if (child.type === 'comment') continue;
      if (!child.isNamed) {
        operator = child.type;
        if (operator === '&') this.limit(child, 'It runs in the background.', false);
        else if (!GLUE.has(operator) && !SEEN_THROUGH.has(node.type) && node.type !== 'function_definition') {
          this.limit(child, `It contains a token that is not understood (${operator.slice(0, 10)}).`, true);
        }
        continue;
      }
      if (STATEMENTS.has(child.type)) this.statement(child, inherited);
      else if (isInertPart(node, child)) readWord([child], this);
      else {
        this.limit(child, `It contains syntax that is not understood (${child.type}).`, true);
        this.search(child, { ...inherited, nested: true });
      }
      if (this.place.moved && (operator === '||' || (branching && node.type !== 'list'))) this.place = { ...this.place, uncertain: true };
    }
  }

  private pipeline(node: Node, inherited: Inherited): void {
    const before = this.place;
    let first = true;
    for (const child of node.children) {
      if (!child.isNamed) {
        if (child.type !== '|' && child.type !== '|&') this.limit(child, 'It contains an unknown separator.', true);
        continue;
      }
      if (child.type === 'comment') continue;
      this.statement(child, first ? inherited : { ...inherited, piped: true, stdin: undefined });
      this.place = before;
      first = false;
    }
  }

  private redirected(node: Node, inherited: Inherited): void {
    const redirects: RawRedirect[] = [];
    const extra: Node[] = [];
    const after: Node[] = [];
    let stdin = inherited.stdin;
    let piped = inherited.piped;
    for (const child of node.children.filter((part) => part.type.endsWith('_redirect'))) {
      if (child.type === 'heredoc_redirect') {
        stdin = this.heredoc(child, redirects, extra, after);
        piped = true;
      } else if (child.type === 'herestring_redirect') {
        stdin = this.hereString(child);
        piped = true;
      } else {
        const read = this.redirect(child, extra);
        if (read !== undefined) redirects.push(read);
        if (read?.operator === '<') piped = true;
      }
    }
    const inner = { ...inherited, redirects: [...inherited.redirects, ...redirects], stdin, piped };
    const body = node.childForFieldName('body');
    const rest = node.children.filter((child) => child.isNamed && !child.type.endsWith('_redirect') && child.id !== body?.id);
    for (const child of rest) this.limit(child, `It contains syntax that is not understood (${child.type}).`, true);
    if (body === null) this.emit(node.text, [], [], inner);
    else if (body.type === 'command') this.command(body, inner, extra);
    else {
      if (extra.length > 0) this.limit(node, 'It has words after a redirection.', true);
      this.statement(body, inner);
    }
    for (const child of after) this.statement(child, { ...inherited, piped: true, stdin: undefined });
  }

  /** `$(< file)` has no command, yet it opens the file. */
  private loneRedirect(node: Node, inherited: Inherited): void {
    const read = this.redirect(node, []);
    if (read !== undefined) this.emit(node.text, [], [], { ...inherited, redirects: [...inherited.redirects, read] });
    for (const child of node.namedChildren) this.search(child, inherited);
  }

  private redirect(node: Node, extra: Node[]): RawRedirect | undefined {
    const operator = node.children.find((child) => !child.isNamed)?.type ?? '';
    const groups = touching(node.childrenForFieldName('destination').filter((child) => child !== null));
    const [first, ...others] = groups;
    extra.push(...others.flat());
    if (node.hasError) this.limit(node, 'It contains a redirection that is not understood.', true);
    if (first === undefined) return undefined;
    const target = readWord(first, this);
    if ((operator === '>&' || operator === '<&') && target.value !== null && /^(?:\d+-?|-)$/u.test(target.value)) return undefined;
    return { operator, target };
  }

  private heredoc(node: Node, redirects: RawRedirect[], extra: Node[], after: Node[]): string | undefined {
    const start = node.namedChildren.find((child) => child.type === 'heredoc_start');
    const body = node.namedChildren.find((child) => child.type === 'heredoc_body');
    const quoted = start !== undefined && /^(?:'[^']*'|"[^"]*"|\\\S+)$/u.test(start.text);
    if (!quoted) {
      this.limit(start ?? node, 'It contains a here-document that is expanded.', false);
      if (body !== undefined) this.substitution(body);
      if (body !== undefined && /\$\{|`/u.test(body.text)) this.limit(body, 'Its here-document contains expansions.', true);
    }
    for (const child of node.namedChildren) {
      if (child.type === 'file_redirect') {
        const read = this.redirect(child, extra);
        if (read !== undefined) redirects.push(read);
      } else if (STATEMENTS.has(child.type)) after.push(child);
      else if (WORDS.has(child.type)) extra.push(child);
      else if (!child.type.startsWith('heredoc_') && child.type !== 'file_descriptor') {
        this.limit(child, 'It contains a here-document that is not understood.', true);
      }
    }
    const delimiter = start?.text.replace(/['"\\]/gu, '') ?? '';
    if (body !== undefined && body.text.split('\n').some((line) => line.replace(/^\t+/u, '') === delimiter)) {
      this.limit(body, 'Where its here-document ends is not clear.', true);
    }
    return body?.text;
  }

  private hereString(node: Node): string | undefined {
    const words = node.namedChildren.filter((child) => child.type !== 'file_descriptor');
    const word = readWord(words, this);
    if (word.value === null) this.limit(node, 'Its here-string is computed.', false);
    return word.value ?? word.text;
  }

  private command(node: Node, inherited: Inherited, extra: readonly Node[] = []): void {
    const assignments: RawAssignment[] = [];
    const redirects: RawRedirect[] = [];
    const parts: Node[] = [];
    const trailing: Node[] = [...extra];
    let { stdin, piped } = inherited;
    for (const child of node.children) {
      if (child.type === 'variable_assignment') {
        const read = this.assignment(child);
        if (read !== undefined) assignments.push(read);
      } else if (child.type === 'file_redirect') {
        const read = this.redirect(child, trailing);
        if (read !== undefined) redirects.push(read);
        if (read?.operator === '<') piped = true;
      } else if (child.type === 'herestring_redirect') {
        stdin = this.hereString(child);
        piped = true;
      } else if (child.type === 'subshell') {
        this.limit(child, 'It has a bracket where a word is expected.', true);
        this.search(child, { ...inherited, nested: true });
      } else if (child.type !== 'comment') parts.push(child);
    }
    const words = [...touching(parts), ...touching(trailing)].map((group) => readWord(group, this));
    const all = { ...inherited, redirects: [...inherited.redirects, ...redirects], stdin, piped };
    this.emit(node.text, words, assignments, all);
  }

  /** `[ … ]` and `[[ … ]]` become a command named `test` or `[[`. */
  private test(node: Node, inherited: Inherited): void {
    const words: Word[] = [literalWord(node.text.startsWith('[[') ? '[[' : 'test')];
    const collect = (part: Node): void => {
      if (WORDS.has(part.type) || part.type === 'test_operator') words.push(readWord([part], this));
      else if (!part.isNamed) {
        if (!['[', ']', '[[', ']]'].includes(part.type)) words.push(literalWord(part.type));
      } else if (/^(?:unary|binary|parenthesized)_expression$/u.test(part.type)) part.children.forEach(collect);
      else {
        this.limit(part, `It contains a test that is not understood (${part.type}).`, true);
        this.search(part, { ...inherited, nested: true });
      }
    };
    node.children.forEach(collect);
    this.emit(node.text, words, [], inherited);
  }

  private forLoop(node: Node, inherited: Inherited): void {
    if (node.children[0]?.type !== 'for') this.limit(node, 'It contains a select loop.', true);
    const name = node.childForFieldName('variable')?.text ?? '';
    const values = node.childrenForFieldName('value').filter((child) => child !== null);
    const words = touching(values).map((group) => readWord(group, this));
    const only = words.length === 1 ? words[0] : undefined;
    this.variables.set(name, only !== undefined && !only.glob ? only.value : null);
    const body = node.childForFieldName('body');
    if (body !== null) this.statement(body, inherited);
    this.variables.set(name, null);
  }

  private assignmentStatement(node: Node, inherited: Inherited): void {
    const nodes = node.type === 'variable_assignments' ? node.namedChildren : [node];
    const read = nodes.map((child) => this.assignment(child)).filter((one) => one !== undefined);
    for (const { name, value } of read) this.assign(name, value.value);
    this.emit(node.text, [], read, inherited);
  }

  private assignment(node: Node): RawAssignment | undefined {
    const name = node.childForFieldName('name');
    const value = node.childForFieldName('value');
    if (name === null || name.type !== 'variable_name') {
      this.limit(node, 'It assigns to something other than a plain variable.', true);
      this.substitution(node);
      return undefined;
    }
    if (value === null) return { name: name.text, value: literalWord('') };
    if (value.type === 'array') {
      this.limit(value, 'It assigns a list.', false);
      this.substitution(value);
      return { name: name.text, value: { ...literalWord(value.text), value: null } };
    }
    if (/\+=/u.test(node.text.slice(name.text.length, name.text.length + 2)))
      return { name: name.text, value: { ...readWord([value], this), value: null } };
    return { name: name.text, value: readWord([value], this) };
  }

  /** `export`, `declare`, `local`, `readonly`, `typeset`, `unset`: they change what later commands mean. */
  private declaration(node: Node, inherited: Inherited): void {
    const words: Word[] = [];
    for (const child of node.children) {
      if (child.type === 'variable_assignment') {
        const read = this.assignment(child);
        if (read !== undefined) this.assign(read.name, read.value.value);
        words.push({ ...literalWord(child.text), expands: read?.value.expands ?? true });
      } else words.push(child.isNamed ? readWord([child], this) : literalWord(child.type));
    }
    this.emit(node.text, words, [], inherited);
  }

  private emit(text: string, words: readonly Word[], assignments: readonly RawAssignment[], inherited: Inherited): void {
    this.commands.push({
      text,
      words,
      assignments,
      redirects: inherited.redirects,
      place: this.place,
      nested: inherited.nested,
      runBy: this.runBy,
      stdin: inherited.stdin,
      piped: inherited.piped,
    });
    if (assignments.some(({ name }) => name === 'IFS')) this.limits.push({ text, reason: 'It changes how words are split.', opaque: true });
    if (words.some((word) => ASSIGNING.has(word.value ?? ''))) for (const name of this.variables.keys()) this.variables.set(name, null);
    this.place = placeAfter(words, this.place, this.home);
  }

  /** Only a variable set once, in plain sight, has a known value. */
  private assign(name: string, value: string | null): void {
    this.variables.set(name, this.variables.has(name) ? null : value);
  }
}

/** Builtins that give variables new values out of sight. */
const ASSIGNING = new Set([
  'read',
  'readarray',
  'mapfile',
  'printf',
  'getopts',
  'let',
  'unset',
  'eval',
  'source',
  '.',
  'declare',
  'typeset',
  'local',
  'set',
  'shift',
  'select',
  'wait',
]);
