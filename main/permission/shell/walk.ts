import type { LimitFact } from '#shared/permission/facts.ts';
import type { Node } from 'web-tree-sitter';
import { placeAfter } from './follow-cd.ts';
import { KnownVariables } from './known-variables.ts';
import { limitsOnLaterMeaning } from './later-meaning.ts';
import { isInertPart, GLUE, PLAIN_BLOCKS, SEEN_THROUGH, STATEMENTS } from './node-kinds.ts';
import type { RawAssignment, RawCommand, RawRedirect, ShellPlace } from './raw-command.ts';
import { readAssignment, readDeclaration } from './read-assignment.ts';
import { readLoop } from './read-loop.ts';
import { readRedirect, readRedirections } from './read-redirections.ts';
import { readSimpleCommand } from './read-simple-command.ts';
import { readTest } from './read-test.ts';
import { type KnownVariable, literalWord, readWord, type Word, type WordScope } from './word.ts';

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
  readonly #variables = new KnownVariables();
  readonly home: string;
  #place: ShellPlace;
  readonly #runBy: number | undefined;
  #depth = 0;

  constructor(input: WalkInput) {
    this.home = input.home;
    this.#place = input.place;
    this.#runBy = input.runBy;
  }

  get variables(): ReadonlyMap<string, KnownVariable> {
    return this.#variables.all;
  }

  get cwd(): string | undefined {
    return this.#place.uncertain ? undefined : this.#place.dir;
  }

  limit(node: Node, reason: string, opaque: boolean): void {
    this.limits.push({ text: node.text.slice(0, 200), reason, opaque });
  }

  substitution(node: Node): void {
    const before = this.#place;
    for (const child of node.namedChildren) this.#search(child, { redirects: [], stdin: undefined, piped: false, nested: true });
    this.#place = before;
  }

  /** Looks for statements in a node of any kind. */
  #search(node: Node, inherited: Inherited): void {
    if (STATEMENTS.has(node.type)) this.statement(node, inherited);
    else if (node.type === 'file_redirect') this.#loneRedirect(node, inherited);
    else for (const child of node.namedChildren) this.#search(child, inherited);
  }

  statement(node: Node, inherited: Inherited): void {
    if (++this.#depth > 200) this.limit(node, 'It is nested too deeply.', true);
    else this.#dispatch(node, inherited);
    this.#depth--;
  }

  #dispatch(node: Node, inherited: Inherited): void {
    if (PLAIN_BLOCKS.has(node.type)) return this.#block(node, inherited);
    const reason = SEEN_THROUGH.get(node.type);
    if (reason !== undefined) {
      this.limit(node, reason, false);
      if (node.type === 'compound_statement' && node.text.startsWith('((')) this.limit(node, 'It evaluates arithmetic.', true);
      const before = this.#place;
      this.#block(node, inherited);
      if (node.type === 'subshell') this.#place = before;
      return;
    }
    switch (node.type) {
      case 'pipeline':
        return this.#pipeline(node, inherited);
      case 'redirected_statement':
        return this.#redirected(node, inherited);
      case 'command':
        return this.#command(node, inherited);
      case 'test_command':
        return this.#test(node, inherited);
      case 'for_statement':
        return this.#forLoop(node, inherited);
      case 'variable_assignment':
      case 'variable_assignments':
        return this.#assignmentStatement(node, inherited);
      case 'declaration_command':
      case 'unset_command':
        return this.#declaration(node, inherited);
      case 'function_definition':
        this.limit(node, 'It defines a function, which may stand in for a command.', true);
        return this.#block(node, { ...inherited, nested: true });
      default:
        this.limit(node, `It contains syntax that is not understood (${node.type}).`, true);
        for (const child of node.namedChildren) this.#search(child, { ...inherited, nested: true });
    }
  }

  #block(node: Node, inherited: Inherited): void {
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
        this.#search(child, { ...inherited, nested: true });
      }
      if (this.#place.moved && (operator === '||' || (branching && node.type !== 'list')))
        this.#place = { ...this.#place, uncertain: true };
    }
  }

  #pipeline(node: Node, inherited: Inherited): void {
    const before = this.#place;
    let first = true;
    for (const child of node.children) {
      if (!child.isNamed) {
        if (child.type !== '|' && child.type !== '|&') this.limit(child, 'It contains an unknown separator.', true);
        continue;
      }
      if (child.type === 'comment') continue;
      this.statement(child, first ? inherited : { ...inherited, piped: true, stdin: undefined });
      this.#place = before;
      first = false;
    }
  }

  #redirected(node: Node, inherited: Inherited): void {
    const { redirects, extra, after, stdin, piped } = readRedirections(node, this, inherited);
    const inner = { ...inherited, redirects: [...inherited.redirects, ...redirects], stdin, piped };
    const body = node.childForFieldName('body');
    const rest = node.children.filter((child) => child.isNamed && !child.type.endsWith('_redirect') && child.id !== body?.id);
    for (const child of rest) this.limit(child, `It contains syntax that is not understood (${child.type}).`, true);
    if (body === null) this.#emit(node.text, [], [], inner);
    else if (body.type === 'command') this.#command(body, inner, extra);
    else {
      if (extra.length > 0) this.limit(node, 'It has words after a redirection.', true);
      this.statement(body, inner);
    }
    for (const child of after) this.statement(child, { ...inherited, piped: true, stdin: undefined });
  }

  /** `$(< file)` has no command, yet it opens the file. */
  #loneRedirect(node: Node, inherited: Inherited): void {
    const read = readRedirect(node, this, []);
    if (read !== undefined) this.#emit(node.text, [], [], { ...inherited, redirects: [...inherited.redirects, read] });
    for (const child of node.namedChildren) this.#search(child, inherited);
  }

  #command(node: Node, inherited: Inherited, extra: readonly Node[] = []): void {
    const { stdin, piped } = inherited;
    const read = readSimpleCommand(node, this, { stdin, piped, extra }, (part) => this.#search(part, { ...inherited, nested: true }));
    const redirects = [...inherited.redirects, ...read.redirects];
    this.#emit(node.text, read.words, read.assignments, { ...inherited, redirects, stdin: read.stdin, piped: read.piped });
  }

  #test(node: Node, inherited: Inherited): void {
    const words = readTest(node, this, (part) => this.#search(part, { ...inherited, nested: true }));
    this.#emit(node.text, words, [], inherited);
  }

  #forLoop(node: Node, inherited: Inherited): void {
    const { name, words, head, known, looksUp, body } = readLoop(node, this);
    if (looksUp) this.#emit(head, [literalWord('for'), ...words], [], { ...inherited, redirects: [] });
    this.#variables.duringLoop(name, known, () => {
      if (body !== null) this.statement(body, inherited);
    });
  }

  #assignmentStatement(node: Node, inherited: Inherited): void {
    const nodes = node.type === 'variable_assignments' ? node.namedChildren : [node];
    const read = nodes.map((child) => readAssignment(child, this)).filter((one) => one !== undefined);
    for (const { name, value } of read) this.#variables.assign(name, value);
    this.#emit(node.text, [], read, inherited);
  }

  #declaration(node: Node, inherited: Inherited): void {
    const words = readDeclaration(node, this, ({ name, value }) => this.#variables.assign(name, value));
    this.#emit(node.text, words, [], inherited);
  }

  #emit(text: string, words: readonly Word[], assignments: readonly RawAssignment[], inherited: Inherited): void {
    const command: RawCommand = {
      text,
      words,
      assignments,
      redirects: inherited.redirects,
      place: this.#place,
      nested: inherited.nested,
      runBy: this.#runBy,
      stdin: inherited.stdin,
      piped: inherited.piped,
    };
    this.commands.push(command);
    this.limits.push(...limitsOnLaterMeaning(command));
    this.#variables.ran(words);
    this.#place = placeAfter(words, this.#place, this.home);
  }
}
