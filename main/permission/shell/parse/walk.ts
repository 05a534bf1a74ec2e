import type { LimitFact } from '#shared/permission/facts.ts';
import type { TreeNode } from './tree-node.ts';
import {
  firstOfList,
  goesOnBehindDocument,
  isInertPart,
  GLUE,
  lastOfList,
  lastStatement,
  listItems,
  type ListItem,
  SEEN_THROUGH,
  SIMPLE_STATEMENTS,
  STATEMENTS,
} from './node-kinds.ts';
import type { Inherited } from './inherited.ts';
import type { RawCommand, Stage } from './raw-command.ts';
import { droppedDashes, readRedirections } from './read-redirections.ts';
import { outerRedirectPart, type ScriptPart } from './script-part.ts';
import { ScriptState, type ScriptStart } from './script-state.ts';
import { simpleStatement } from './simple-statement.ts';
import { readLoop } from './read-loop.ts';
import { readWord } from './read-word.ts';

export interface WalkInput extends ScriptStart {
  readonly nested: boolean;
}

export interface WalkResult {
  readonly commands: readonly RawCommand[];
  readonly limits: readonly LimitFact[];
  /** Parts that the second parser must find as well. */
  readonly parts: readonly ScriptPart[];
}

/** Walks a syntax tree and collects every simple command in it. Only syntax listed here counts as understood. */
export function walkShell(root: TreeNode, input: WalkInput): WalkResult {
  const walker = new Walker(input);
  walker.statement(root, { redirects: [], own: [], stdin: undefined, piped: false, nested: input.nested });
  return walker.state;
}

class Walker {
  readonly state: ScriptState;
  /** Statements whose redirections the grammar attaches to a whole list or pipeline, keyed by its last command, to which the shell gives them. */
  readonly #redirectsOf = new Map<number, TreeNode>();
  /** Stages that the grammar pipes a whole list into, keyed by its last command, which is the first stage in the shell. */
  readonly #stagesBehind = new Map<number, readonly TreeNode[]>();
  /** First commands of lists that the grammar makes the last stage of a pipeline; in the shell the rest of the list follows the pipeline. */
  readonly #pipedInto = new Set<number>();
  #depth = 0;

  constructor(input: WalkInput) {
    this.state = new ScriptState(input, (node) =>
      this.#search(node, { redirects: [], own: [], stdin: undefined, piped: false, nested: true }),
    );
  }

  /** Finds statements in a node of any kind. */
  #search(node: TreeNode, inherited: Inherited): void {
    if (STATEMENTS.has(node.type) || node.type === 'file_redirect') this.statement(node, inherited);
    else for (const child of node.namedChildren) this.#search(child, inherited);
  }

  statement(node: TreeNode, inherited: Inherited): void {
    if (++this.#depth > 200) this.state.limit(node, 'It is nested too deeply.', true);
    else if (!this.#regrouped(node, inherited)) this.#dispatch(node, inherited);
    this.#depth--;
  }

  /** Walks a statement with parts that the grammar attaches to the wrong node. */
  #regrouped(node: TreeNode, inherited: Inherited): boolean {
    const stages = this.#stagesBehind.get(node.id);
    if (stages !== undefined) {
      this.#stagesBehind.delete(node.id);
      this.#stages([node, ...stages], inherited);
      return true;
    }
    if (this.#pipedInto.delete(node.id)) {
      this.state.isolated('pipeline', () => this.statement(node, { ...inherited, piped: true, stdin: undefined }));
      return true;
    }
    const redirected = this.#redirectsOf.get(node.id);
    if (redirected === undefined) return false;
    this.#redirectsOf.delete(node.id);
    this.#withRedirections(redirected, node, inherited);
    return true;
  }

  #dispatch(node: TreeNode, inherited: Inherited): void {
    const { state } = this;
    const reason = SEEN_THROUGH.get(node.type);
    if (reason !== undefined) {
      if (node.type === 'subshell' || node.type === 'compound_statement') state.readable(node, reason);
      else state.limit(node, reason, false);
    }
    const search = (part: TreeNode): void => this.#search(part, { ...inherited, own: [], nested: true, feed: undefined });
    switch (node.type) {
      case 'program':
      case 'do_group':
      case 'negated_command':
      case 'case_statement':
        return this.#block(node, inherited);
      case 'if_statement':
        return state.inside('condition', () => this.#block(node, inherited));
      case 'elif_clause':
      case 'else_clause':
      case 'case_item':
        return state.maybe(() => this.#block(node, inherited));
      case 'while_statement':
        return state.inside('loop', () => state.repeated(node, () => this.#block(node, inherited)));
      case 'for_statement':
        return this.#forLoop(node, inherited);
      case 'subshell':
        return state.isolated('subshell', () => this.#block(node, inherited));
      case 'compound_statement':
        if (node.text.startsWith('((')) state.limit(node, 'It evaluates arithmetic.', true);
        return state.inside('group', () => this.#block(node, inherited));
      case 'list':
        return this.#list(node, inherited);
      case 'pipeline':
        return this.#pipeline(node, inherited);
      case 'redirected_statement':
        return this.#redirected(node, inherited);
      case 'function_definition':
        state.limit(node, 'It defines a function, which may stand in for a command.', true);
        return state.maybe(() => this.#block(node, { ...inherited, nested: true }));
      default:
        if (simpleStatement(node, inherited, state, search)) return;
        state.limit(node, `It contains syntax that is not understood (${node.type}).`, true);
        node.namedChildren.forEach(search);
    }
  }

  /** Consecutive statements. In an `if`, those after `then` may not run. */
  #block(node: TreeNode, inherited: Inherited): void {
    const { children } = node;
    const then = children.findIndex((child) => child.type === 'then');
    if (then < 0) return this.#sequence(node, children, inherited);
    const end = children.findIndex((child) => child.type === 'elif_clause' || child.type === 'else_clause');
    this.#sequence(node, children.slice(0, then + 1), inherited);
    this.state.maybe(() => this.#sequence(node, children.slice(then + 1, end < 0 ? undefined : end), inherited));
    if (end >= 0) this.#sequence(node, children.slice(end), inherited);
  }

  #sequence(node: TreeNode, children: readonly TreeNode[], inherited: Inherited): void {
    const { state } = this;
    for (const [index, child] of children.entries()) {
      if (child.type === 'comment') continue;
      if (!child.isNamed) {
        if (child.type === '&') state.limit(child, 'It runs in the background.', false);
        else if (!GLUE.has(child.type) && !SEEN_THROUGH.has(node.type) && node.type !== 'function_definition')
          state.limit(child, `It contains a token that is not understood (${child.type.slice(0, 10)}).`, true);
      } else if (children[index + 1]?.type === '&') state.isolated('background', () => this.#member(node, child, inherited));
      else state.step(() => this.#member(node, child, inherited));
    }
  }

  #member(parent: TreeNode, child: TreeNode, inherited: Inherited): void {
    if (STATEMENTS.has(child.type)) this.statement(child, inherited);
    else if (isInertPart(parent, child)) readWord([child], this.state);
    else {
      this.state.limit(child, `It contains syntax that is not understood (${child.type}).`, true);
      this.#search(child, { ...inherited, nested: true });
    }
  }

  #list(node: TreeNode, inherited: Inherited): void {
    const items = listItems(node);
    if (items.some((item) => goesOnBehindDocument(item.node))) this.#limitOrElse(node);
    const [first, ...others] = this.#listSteps(node, items, inherited);
    if (first !== undefined) this.state.list(first.walk, others);
  }

  #listSteps(
    node: TreeNode,
    items: readonly ListItem[],
    inherited: Inherited,
  ): { readonly onFailure: boolean; readonly walk: () => void }[] {
    return items.map((item) => ({
      onFailure: item.operator === '||' && !leaves(item.node),
      walk: (): void => {
        if (item.operator !== '' && item.operator !== '&&' && item.operator !== '||')
          this.state.limit(node, `It contains a token that is not understood (${item.operator.slice(0, 10)}).`, true);
        this.#member(node, item.node, inherited);
      },
    }));
  }

  /** The statements of a list behind a here-document, of which the grammar makes one. */
  #takenApart({ operator, node }: ListItem): ListItem[] {
    const body = node.type === 'redirected_statement' ? node.childForFieldName('body') : node;
    if (body?.type !== 'list') return [{ operator, node }];
    if (body !== node) this.#redirectsOf.set(lastStatement(body).id, node);
    if (goesOnBehindDocument(node)) this.#limitOrElse(node);
    return listItems(body).map((item, at) => (at === 0 ? { ...item, operator } : item));
  }

  /** The grammar splits a list at a here-document. With `||` in it, what runs behind depends on the whole list. */
  #limitOrElse(node: TreeNode): void {
    if (node.text.includes('||')) this.state.limit(node, 'A here-document stands in the middle of its list.', true);
  }

  #pipeline(node: TreeNode, inherited: Inherited): void {
    const [first, ...others] = node.children;
    const last = first === undefined ? undefined : lastOfList(first);
    if (first === undefined || last === undefined) return this.#stages(node.children, inherited);
    this.#stagesBehind.set(last.id, others);
    this.statement(first, inherited);
  }

  #stages(children: readonly TreeNode[], inherited: Inherited): void {
    const { state } = this;
    let first = true;
    let feed: readonly Stage[] | undefined = [];
    for (const child of children) {
      if (!child.isNamed) {
        if (child.type !== '|' && child.type !== '|&') state.limit(child, 'It contains an unknown separator.', true);
        if (child.type !== '|') feed = undefined;
        continue;
      }
      if (child.type === 'comment') continue;
      if (!first && child.type === 'list') {
        this.#pipedInto.add(firstOfList(child).id);
        this.statement(child, { ...inherited, feed: undefined });
        return;
      }
      const isPlain = isPlainStage(child);
      const before = state.commands.length;
      const around = first
        ? { ...inherited, feed: undefined }
        : { ...inherited, piped: true, stdin: undefined, feed: isPlain ? feed : undefined };
      state.isolated('pipeline', () => this.statement(child, around));
      const [only, ...more] = state.commands.slice(before);
      feed = isPlain && only?.assignments.length === 0 && more.length === 0 && feed !== undefined ? [...feed, only.words] : undefined;
      first = false;
    }
  }

  #redirected(node: TreeNode, inherited: Inherited): void {
    const body = node.childForFieldName('body');
    const last = body === null ? null : lastStatement(body);
    if (body === null || last === null || last.id === body.id) return this.#withRedirections(node, body, inherited);
    if (body.type === 'list' && goesOnBehindDocument(node)) this.#limitOrElse(node);
    this.#redirectsOf.set(last.id, node);
    this.statement(body, inherited);
  }

  /** @param body The statement that the redirections of `node` belong to. */
  #withRedirections(node: TreeNode, body: TreeNode | null, inherited: Inherited): void {
    const { state } = this;
    const { redirects, texts, extra, after, stdin, piped } = readRedirections(node, state, inherited);
    const isSimple = body === null || SIMPLE_STATEMENTS.has(body.type);
    if (!isSimple) state.parts.push(...texts.map(outerRedirectPart));
    const whole = node.childForFieldName('body');
    for (const child of node.namedChildren)
      if (!child.type.endsWith('_redirect') && child.id !== whole?.id)
        state.limit(child, `It contains syntax that is not understood (${child.type}).`, true);
    const dashes = droppedDashes(node);
    if (body?.type !== 'command' && (extra.length > 0 || dashes.length > 0)) state.limit(node, 'It has words after a redirection.', true);
    const own = isSimple ? [...inherited.own, ...texts] : inherited.own;
    const feed = node.children.some((child) => child.type.endsWith('_redirect') && child.text.includes('<')) ? undefined : inherited.feed;
    const inner = { ...inherited, redirects: [...inherited.redirects, ...redirects], own, stdin, piped, feed };
    const walkBody = (): void => {
      const search = (part: TreeNode): void => this.#search(part, { ...inner, own: [], nested: true, feed: undefined });
      if (!isSimple) this.statement(body, inner);
      else simpleStatement(body ?? node, inner, state, search, { extra, dashes });
    };
    const opened = (): void => state.onceOpened(redirects, walkBody);
    const behind = { ...inherited, own: [], piped: true, stdin: undefined, feed: undefined };
    if (!after.some((item) => item.node.type === 'pipeline')) {
      const items = after.flatMap((item) => this.#takenApart(item));
      return state.list(opened, this.#listSteps(node, items, behind));
    }
    state.isolated('pipeline', opened);
    for (const item of after) this.statement(item.node, behind);
  }

  #forLoop(node: TreeNode, inherited: Inherited): void {
    const { state } = this;
    const { name, known, body } = readLoop(node, inherited, state);
    if (body === null) return;
    state.inside('loop', () => state.repeated(node, () => state.duringLoop(name, known, () => this.statement(body, inherited))));
  }
}

/** A simple command with no redirection except of its errors to the null device. */
function isPlainStage(node: TreeNode): boolean {
  const body = node.type === 'redirected_statement' ? node.childForFieldName('body') : node;
  return body?.type === 'command' && !/[<>]/u.test(node.text.replace(/\s2>\s?\/dev\/null(?=\s|$)/gu, ''));
}

/** The list ends with `|| exit`, so if execution continues, the part before it has succeeded. */
function leaves(node: TreeNode): boolean {
  return node.type === 'command' && /^(?:exit|return)(?:\s+\d+)?$/u.test(node.text);
}
