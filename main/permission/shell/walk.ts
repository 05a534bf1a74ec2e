import type { LimitFact } from '#shared/permission/facts.ts';
import type { Node } from 'web-tree-sitter';
import { placeAfter } from './follow-cd.ts';
import { KnownVariables } from './known-variables.ts';
import { limitsOnLaterMeaning } from './later-meaning.ts';
import {
  firstOfList,
  isInertPart,
  GLUE,
  lastOfList,
  lastStatement,
  PLAIN_BLOCKS,
  SEEN_THROUGH,
  SIMPLE_STATEMENTS,
  STATEMENTS,
} from './node-kinds.ts';
import type { RawAssignment, RawCommand, RawRedirect, ShellPlace } from './raw-command.ts';
import { readAssignment, readDeclaration } from './read-assignment.ts';
import { readLoop } from './read-loop.ts';
import { droppedDash, readRedirect, readRedirections } from './read-redirections.ts';
import { readSimpleCommand } from './read-simple-command.ts';
import { readTest } from './read-test.ts';
import {
  commandPart,
  loopPart,
  outerRedirectPart,
  type PartContext,
  redirectText,
  type ScriptPart,
  testPart,
  within,
} from './script-part.ts';
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
  /** What a second reading of the script has to find as well. */
  readonly parts: readonly ScriptPart[];
}

interface Inherited {
  readonly redirects: readonly RawRedirect[];
  /** Those of this very statement, as `ScriptPart` has them. */
  readonly own: readonly string[];
  readonly stdin: string | undefined;
  readonly piped: boolean;
  readonly nested: boolean;
}

/** Walks a syntax tree and lists every simple command in it. Only syntax known here counts as understood. */
export function walkShell(root: Node, input: WalkInput): WalkResult {
  const walker = new Walker(input);
  walker.statement(root, { redirects: [], own: [], stdin: undefined, piped: false, nested: input.nested });
  return { commands: walker.commands, limits: walker.limits, parts: walker.parts };
}

class Walker implements WordScope {
  readonly commands: RawCommand[] = [];
  readonly limits: LimitFact[] = [];
  readonly parts: ScriptPart[] = [];
  /** Statements with redirections that the grammar hangs on a whole list or pipeline; the shell gives them to its last command, the key. */
  readonly #redirectsOf = new Map<number, Node>();
  /** Stages that the grammar pipes a whole list into; to the shell its last command, the key, is the first stage. */
  readonly #stagesBehind = new Map<number, readonly Node[]>();
  /** First commands of lists that the grammar makes the last stage of a pipeline; to the shell the rest of the list follows the pipeline. */
  readonly #pipedInto = new Set<number>();
  readonly #variables = new KnownVariables();
  readonly home: string;
  #place: ShellPlace;
  #context: PartContext = '';
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

  text(node: Node): void {
    const before = { commands: this.commands.length, limits: this.limits.length };
    this.substitution(node);
    this.commands.length = before.commands;
    this.limits.length = before.limits;
  }

  substitution(node: Node): void {
    const before = this.#place;
    this.#inside('substitution', () => {
      for (const child of node.namedChildren) this.#search(child, { redirects: [], own: [], stdin: undefined, piped: false, nested: true });
    });
    this.#place = before;
  }

  #inside(construct: Parameters<typeof within>[1], walk: () => void): void {
    const before = this.#context;
    this.#context = within(before, construct);
    walk();
    this.#context = before;
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
    const stages = this.#stagesBehind.get(node.id);
    if (stages !== undefined) {
      this.#stagesBehind.delete(node.id);
      return this.#stages([node, ...stages], inherited);
    }
    if (this.#pipedInto.delete(node.id)) {
      const before = this.#place;
      this.#inside('pipeline', () => this.statement(node, { ...inherited, piped: true, stdin: undefined }));
      this.#place = before;
      return;
    }
    const redirected = this.#redirectsOf.get(node.id);
    if (redirected !== undefined) {
      this.#redirectsOf.delete(node.id);
      return this.#withRedirections(redirected, node, inherited);
    }
    if (node.type === 'if_statement') return this.#inside('condition', () => this.#block(node, inherited));
    if (node.type === 'while_statement') return this.#inside('loop', () => this.#block(node, inherited));
    if (PLAIN_BLOCKS.has(node.type)) return this.#block(node, inherited);
    const reason = SEEN_THROUGH.get(node.type);
    if (reason !== undefined) {
      this.limit(node, reason, false);
      if (node.type === 'compound_statement' && node.text.startsWith('((')) this.limit(node, 'It evaluates arithmetic.', true);
      const before = this.#place;
      const construct = node.type === 'subshell' ? 'subshell' : node.type === 'compound_statement' ? 'group' : undefined;
      if (construct === undefined) this.#block(node, inherited);
      else this.#inside(construct, () => this.#block(node, inherited));
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
    const [first, ...others] = node.children;
    const last = first === undefined ? undefined : lastOfList(first);
    if (first === undefined || last === undefined) return this.#stages(node.children, inherited);
    this.#stagesBehind.set(last.id, others);
    this.statement(first, inherited);
  }

  #stages(children: readonly Node[], inherited: Inherited): void {
    const before = this.#place;
    let first = true;
    for (const child of children) {
      if (!child.isNamed) {
        if (child.type !== '|' && child.type !== '|&') this.limit(child, 'It contains an unknown separator.', true);
        continue;
      }
      if (child.type === 'comment') continue;
      if (!first && child.type === 'list') {
        this.#pipedInto.add(firstOfList(child).id);
        this.statement(child, inherited);
        return;
      }
      this.#inside('pipeline', () => this.statement(child, first ? inherited : { ...inherited, piped: true, stdin: undefined }));
      this.#place = before;
      first = false;
    }
  }

  #redirected(node: Node, inherited: Inherited): void {
    const body = node.childForFieldName('body');
    const last = body === null ? null : lastStatement(body);
    if (body === null || last === null || last.id === body.id) return this.#withRedirections(node, body, inherited);
    this.#redirectsOf.set(last.id, node);
    this.statement(body, inherited);
  }

  /** @param body The statement that the redirections of `node` belong to. */
  #withRedirections(node: Node, body: Node | null, inherited: Inherited): void {
    const { redirects, texts, extra, after, stdin, piped } = readRedirections(node, this, inherited);
    const isSimple = body === null || SIMPLE_STATEMENTS.has(body.type);
    if (!isSimple) this.parts.push(...texts.map(outerRedirectPart));
    const inner = {
      ...inherited,
      redirects: [...inherited.redirects, ...redirects],
      own: isSimple ? [...inherited.own, ...texts] : inherited.own,
      stdin,
      piped,
    };
    const walkBody = (): void => this.#redirectedBody(node, body, inner, extra);
    if (after.some((child) => child.type === 'pipeline')) this.#inside('pipeline', walkBody);
    else walkBody();
    for (const child of after) this.statement(child, { ...inherited, own: [], piped: true, stdin: undefined });
  }

  #redirectedBody(node: Node, body: Node | null, inner: Inherited, extra: readonly Node[]): void {
    const whole = node.childForFieldName('body');
    const rest = node.children.filter((child) => child.isNamed && !child.type.endsWith('_redirect') && child.id !== whole?.id);
    for (const child of rest) this.limit(child, `It contains syntax that is not understood (${child.type}).`, true);
    if (body === null) this.#emit(node.text, [], [], inner, commandPart(this.#context, [], inner.own));
    else if (body.type === 'command') this.#command(body, inner, extra, droppedDash(node));
    else {
      if (extra.length > 0 || droppedDash(node) !== undefined) this.limit(node, 'It has words after a redirection.', true);
      this.statement(body, inner);
    }
  }

  /** `$(< file)` has no command, yet it opens the file. */
  #loneRedirect(node: Node, inherited: Inherited): void {
    const read = readRedirect(node, this, []);
    if (read !== undefined) {
      const part = commandPart(this.#context, [], [redirectText(read.operator, read.target.text)]);
      this.#emit(node.text, [], [], { ...inherited, redirects: [...inherited.redirects, read] }, part);
    }
    for (const child of node.namedChildren) this.#search(child, inherited);
  }

  #command(node: Node, inherited: Inherited, extra: readonly Node[] = [], dash?: Word): void {
    const { stdin, piped } = inherited;
    const around = { stdin, piped, extra, dash };
    const read = readSimpleCommand(node, this, around, (part) => this.#search(part, { ...inherited, own: [], nested: true }));
    const redirects = [...inherited.redirects, ...read.redirects];
    const written = [...read.assignments, ...read.words].map((part) => part.text);
    const part = commandPart(this.#context, written, [...inherited.own, ...read.texts]);
    this.#emit(node.text, read.words, read.assignments, { ...inherited, redirects, stdin: read.stdin, piped: read.piped }, part);
  }

  #test(node: Node, inherited: Inherited): void {
    const { words, texts } = readTest(node, this, (part) => this.#search(part, { ...inherited, own: [], nested: true }));
    const part =
      words[0]?.value === '[['
        ? testPart(this.#context, texts, inherited.own)
        : commandPart(this.#context, ['[', ...texts, ']'], inherited.own);
    this.#emit(node.text, words, [], inherited, part);
  }

  #forLoop(node: Node, inherited: Inherited): void {
    const { name, words, head, known, looksUp, body } = readLoop(node, this);
    const part = loopPart(
      this.#context,
      name,
      words.map((word) => word.text),
    );
    if (looksUp) this.#emit(head, [literalWord('for'), ...words], [], { ...inherited, redirects: [] }, part);
    else this.parts.push(part);
    this.#variables.duringLoop(name, known, () => {
      if (body !== null) this.#inside('loop', () => this.statement(body, inherited));
    });
  }

  #assignmentStatement(node: Node, inherited: Inherited): void {
    const nodes = node.type === 'variable_assignments' ? node.namedChildren : [node];
    const read = nodes.map((child) => readAssignment(child, this)).filter((one) => one !== undefined);
    for (const { name, value } of read) this.#variables.assign(name, value);
    const part = commandPart(
      this.#context,
      read.map((one) => one.text),
      inherited.own,
    );
    this.#emit(node.text, [], read, inherited, part);
  }

  #declaration(node: Node, inherited: Inherited): void {
    const words = readDeclaration(node, this, ({ name, value }) => this.#variables.assign(name, value));
    const part = commandPart(
      this.#context,
      words.map((word) => word.text),
      inherited.own,
    );
    this.#emit(node.text, words, [], inherited, part);
  }

  #emit(text: string, words: readonly Word[], assignments: readonly RawAssignment[], inherited: Inherited, part: ScriptPart): void {
    this.parts.push(part);
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
