import type { LimitFact } from '#shared/permission/facts.ts';
import type { Node } from 'web-tree-sitter';
import { placeAfter } from './follow-cd.ts';
import type { RawAssignment, RawCommand, RawRedirect, ShellPlace } from './raw-command.ts';
import { readAssignment } from './read-assignment.ts';
import { readHereDocument, readHereString, readRedirect } from './read-redirections.ts';
import { isInertPart, GLUE, PLAIN_BLOCKS, SEEN_THROUGH, STATEMENTS, touching, WORDS } from './node-kinds.ts';
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
  readonly variables = new Map<string, KnownVariable>();
  readonly home: string;
  #place: ShellPlace;
  readonly #runBy: number | undefined;
  #depth = 0;

  constructor(input: WalkInput) {
    this.home = input.home;
    this.#place = input.place;
    this.#runBy = input.runBy;
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
    const redirects: RawRedirect[] = [];
    const extra: Node[] = [];
    const after: Node[] = [];
    let stdin = inherited.stdin;
    let piped = inherited.piped;
    for (const child of node.children.filter((part) => part.type.endsWith('_redirect'))) {
      if (child.type === 'heredoc_redirect') {
        const read = readHereDocument(child, this);
        stdin = read.text;
        redirects.push(...read.redirects);
        extra.push(...read.extra);
        after.push(...read.after);
        piped = true;
      } else if (child.type === 'herestring_redirect') {
        stdin = readHereString(child, this);
        piped = true;
      } else {
        const read = readRedirect(child, this, extra);
        if (read !== undefined) redirects.push(read);
        if (read?.operator === '<') piped = true;
      }
    }
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
    const assignments: RawAssignment[] = [];
    const redirects: RawRedirect[] = [];
    const parts: Node[] = [];
    const trailing: Node[] = [...extra];
    let { stdin, piped } = inherited;
    for (const child of node.children) {
      if (child.type === 'variable_assignment') {
        const read = readAssignment(child, this);
        if (read !== undefined) assignments.push(read);
      } else if (child.type === 'file_redirect') {
        const read = readRedirect(child, this, trailing);
        if (read !== undefined) redirects.push(read);
        if (read?.operator === '<') piped = true;
      } else if (child.type === 'herestring_redirect') {
        stdin = readHereString(child, this);
        piped = true;
      } else if (child.type === 'subshell') {
        this.limit(child, 'It has a bracket where a word is expected.', true);
        this.#search(child, { ...inherited, nested: true });
      } else if (child.type !== 'comment') parts.push(child);
    }
    const words = [...touching(parts), ...touching(trailing)].map((group) => readWord(group, this));
    // The grammar took for a command what begins or ends a group to the shell.
    if (RESERVED.has(words[0]?.text ?? '')) this.limit(node, 'It contains a reserved word where a command is expected.', true);
    const all = { ...inherited, redirects: [...inherited.redirects, ...redirects], stdin, piped };
    this.#emit(node.text, words, assignments, all);
  }

  /** `[ … ]` and `[[ … ]]` become a command named `test` or `[[`. */
  #test(node: Node, inherited: Inherited): void {
    // To the shell a bracket is a word of its own, else it begins or ends another.
    if (!/^\[\[?\s(?:.*\s)?\]\]?$/su.test(node.text)) this.limit(node, 'It contains a bracket that is part of a word.', true);
    const words: Word[] = [literalWord(node.text.startsWith('[[') ? '[[' : 'test')];
    const collect = (part: Node): void => {
      if (WORDS.has(part.type) || part.type === 'test_operator') words.push(readWord([part], this));
      else if (!part.isNamed) {
        if (!['[', ']', '[[', ']]'].includes(part.type)) words.push(literalWord(part.type));
      } else if (/^(?:unary|binary|parenthesized)_expression$/u.test(part.type)) part.children.forEach(collect);
      else {
        this.limit(part, `It contains a test that is not understood (${part.type}).`, true);
        this.#search(part, { ...inherited, nested: true });
      }
    };
    node.children.forEach(collect);
    this.#emit(node.text, words, [], inherited);
  }

  #forLoop(node: Node, inherited: Inherited): void {
    if (node.children[0]?.type !== 'for') this.limit(node, 'It contains a select loop.', true);
    const name = node.childForFieldName('variable')?.text ?? '';
    const values = node.childrenForFieldName('value').filter((child) => child !== null);
    const words = touching(values).map((group) => readWord(group, this));
    const only = words.length === 1 ? words[0] : undefined;
    const known: KnownVariable = {
      value: only !== undefined && !only.glob ? only.value : null,
      harmlessExpansion: words.every((word) => word.harmlessExpansion),
      mayBeOption: words.some((word) => word.mayBeOption || word.value === null || /^[-*?[]/u.test(word.value)),
    };
    // Its names are looked up as an `echo` of them would.
    if (words.some((word) => word.value === null || word.glob || /[/.~]/u.test(word.value))) {
      this.#emit(textUpTo(node, values.at(-1)), [literalWord('for'), ...words], [], { ...inherited, redirects: [] });
    }
    this.variables.set(name, known);
    const body = node.childForFieldName('body');
    if (body !== null) this.statement(body, inherited);
    this.variables.set(name, { ...known, value: null });
  }

  #assignmentStatement(node: Node, inherited: Inherited): void {
    const nodes = node.type === 'variable_assignments' ? node.namedChildren : [node];
    const read = nodes.map((child) => readAssignment(child, this)).filter((one) => one !== undefined);
    for (const { name, value } of read) this.#assign(name, value);
    this.#emit(node.text, [], read, inherited);
  }

  /** `export`, `declare`, `local`, `readonly`, `typeset`, `unset`: they change what later commands mean. */
  #declaration(node: Node, inherited: Inherited): void {
    const words: Word[] = [];
    for (const child of node.children) {
      if (child.type === 'variable_assignment') {
        const read = readAssignment(child, this);
        if (read !== undefined) this.#assign(read.name, read.value);
        words.push({ ...literalWord(child.text), expands: read?.value.expands ?? true });
      } else words.push(child.isNamed ? readWord([child], this) : literalWord(child.type));
    }
    this.#emit(node.text, words, [], inherited);
  }

  #emit(text: string, words: readonly Word[], assignments: readonly RawAssignment[], inherited: Inherited): void {
    this.commands.push({
      text,
      words,
      assignments,
      redirects: inherited.redirects,
      place: this.#place,
      nested: inherited.nested,
      runBy: this.#runBy,
      stdin: inherited.stdin,
      piped: inherited.piped,
    });
    if (assignments.some(({ name }) => name === 'IFS')) this.limits.push({ text, reason: 'It changes how words are split.', opaque: true });
    if (words.length === 0 || RESETTING.has(words[0]?.value ?? ''))
      this.#watchPlaces(text, [...assignments.map(({ name }) => name), ...words.map(named)]);
    if (words[0]?.value === 'shopt' && words.length > 1)
      this.limits.push({ text, reason: 'It changes how patterns are read.', opaque: true });
    if (words.some((word) => ASSIGNING.has(word.value ?? ''))) this.#assignOutOfSight(words);
    this.#place = placeAfter(words, this.#place, this.home);
  }

  /** Where `~` and `cd` lead and what patterns match hangs on them. */
  #watchPlaces(text: string, names: readonly string[]): void {
    const found = names.find((name) => /^(?:HOME|CDPATH|GLOBIGNORE)$/u.test(name));
    if (found !== undefined) this.limits.push({ text, reason: `It changes ${found}, which other words depend on.`, opaque: true });
  }

  /** Only a variable set once, in plain sight, has a known value. */
  #assign(name: string, { value, harmlessExpansion, mayBeOption }: Word): void {
    const before = this.variables.get(name);
    const now = { value, harmlessExpansion, mayBeOption: mayBeOption || value === null || value.startsWith('-') };
    if (before === undefined) this.variables.set(name, now);
    else this.variables.set(name, { value: null, harmlessExpansion: before.harmlessExpansion && harmlessExpansion, mayBeOption: true });
  }

  #assignOutOfSight(words: readonly Word[]): void {
    for (const [name, known] of this.variables) {
      const isNamed = words.some(({ value }) => value === null || value.includes(name));
      this.variables.set(name, { ...known, value: null, ...(isNamed ? { harmlessExpansion: false, mayBeOption: true } : {}) });
    }
  }
}

/** The variable that a word names or sets. */
function named({ value }: Word): string {
  return value?.split('=')[0] ?? '';
}

/** From the start of a statement to the end of a part of it. */
function textUpTo(node: Node, last: Node | undefined): string {
  return node.text.slice(0, (last?.endIndex ?? node.endIndex) - node.startIndex);
}

/** Reserved words of bash but those that the grammar knows as commands: `time`, `coproc`, `!`. */
const RESERVED = new Set('{ } [[ ]] if then elif else fi for while until do done case esac select function in'.split(' '));

/** Builtins whose words name variables that they set. */
const RESETTING = new Set('export declare typeset local readonly unset read printf getopts mapfile readarray for'.split(' '));

/** Builtins that give variables new values out of sight. */
const ASSIGNING = new Set(
  'read readarray mapfile printf getopts let unset eval source . declare typeset local set shift select wait'.split(' '),
);
