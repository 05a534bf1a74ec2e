import type { TreeNode } from './tree-node.ts';
import { withoutTabs } from './expansions.ts';
import { type ListItem, STATEMENTS, touching, WORDS } from './node-kinds.ts';
import type { RawRedirect } from './raw-command.ts';
import { documentText, redirectText } from './script-part.ts';
import { readWord } from './read-word.ts';
import { literalWord, type Word, type WordScope } from './word.ts';

/** A file name that a second expansion doesn't change. */
const PLAIN_TARGET = /^[\w./@%+,:=-]+$/u;

/** `> file` and the like; undefined for what changes nothing, such as `2>&1`. The grammar counts words after the target as part of it: they are put in `extra`. */
export function readRedirect(node: TreeNode, scope: WordScope, extra: TreeNode[]): RawRedirect | undefined {
  const operator = node.children.find((child) => !child.isNamed)?.type ?? '';
  const groups = touching(node.childrenForFieldName('destination'));
  const [first, ...others] = groups;
  extra.push(...others.flat());
  if (node.hasError) scope.limit(node, 'It contains a redirection that is not understood.', true);
  const descriptor = node.children.find((child) => child.type === 'file_descriptor')?.text;
  // `>&-` is one token.
  if (first === undefined)
    return operator.endsWith('&-') ? { operator, target: literalWord('-'), descriptor, duplicates: true } : undefined;
  const target = readWord(first, scope);
  if ((operator === '>&' || operator === '<&') && target.value !== null && /^(?:\d+-?|-)$/u.test(target.value))
    return operator === '>&' && ALWAYS_OPEN.test(target.value) ? undefined : { operator, target, descriptor, duplicates: true };
  if (operator === '>&' && !(PLAIN_TARGET.test(target.value ?? '') && !target.tilde))
    scope.limit(node, 'The shell expands the target of “>&” twice, quotes or not.', true);
  // For an operator that isn't understood (`<> file`), assumes the worst.
  return { operator: node.hasError ? '<>' : operator, target, descriptor };
}

/** The descriptors that a shell starts with. One that it closes itself is none of them any more, see `limitsOnLaterMeaning`. */
const ALWAYS_OPEN = /^[012]$/u;

/** Whether it closes one of them: `>&-`, `3>&1-`. */
export function closesOpen({ target: { value }, descriptor, duplicates }: RawRedirect): boolean {
  if (duplicates !== true) return false;
  return value === '-' ? !/^(?:[3-9]|\d{2,})$/u.test(descriptor ?? '') : !/^(?:\d+|[3-9]-|\d{2,}-)$/u.test(value ?? '');
}

/** Whether it may fail, so that its command doesn't run: the file can't be opened, or the descriptor isn't open. */
export function mayFail({ target, duplicates }: RawRedirect): boolean {
  return duplicates === true
    ? !(ALWAYS_OPEN.test(target.value ?? '') || target.value === '-')
    : !/^\/dev\/(?:null|std(?:in|out|err))$/u.test(target.value ?? '');
}

/** As in `ScriptPart`. */
export function textsOf({ operator, target, duplicates }: RawRedirect): string[] {
  return duplicates === true ? [] : [redirectText(operator, target.text)];
}

interface HereDocument {
  /** The here-document and the redirections on its line, as in `ScriptPart`. */
  readonly texts: readonly string[];
  readonly text: string | undefined;
  /** Redirections on the line where it starts. */
  readonly redirects: readonly RawRedirect[];
  /** Words on that line that belong to the command. */
  readonly extra: readonly TreeNode[];
  /** Statements after the command on that line, such as the rest of a pipeline, each with the operator before it. */
  readonly after: readonly ListItem[];
}

function readHereDocument(node: TreeNode, scope: WordScope): HereDocument {
  const redirects: RawRedirect[] = [];
  const extra: TreeNode[] = [];
  const after: ListItem[] = [];
  const texts: string[] = [];
  const start = node.namedChildren.find((child) => child.type === 'heredoc_start');
  const body = node.namedChildren.find((child) => child.type === 'heredoc_body');
  const quoted = start !== undefined && /^(?:'[^']*'|"[^"]*"|\\\S+)$/u.test(start.text);
  // Without these characters nothing in it is expanded.
  if (!quoted && body !== undefined && !/[$`\\]/u.test(body.text))
    scope.readable(start ?? node, `Rules cover a here-document only if its delimiter is quoted: <<'${start?.text ?? ''}'.`);
  else if (!quoted) {
    scope.limit(start ?? node, 'It contains a here-document that is expanded.', false);
    if (body !== undefined) scope.substitution(body);
    if (body !== undefined && /\$\{|`/u.test(body.text)) scope.limit(body, 'Its here-document contains expansions.', true);
  }
  for (const child of node.namedChildren) {
    if (child.type === 'file_redirect') {
      const read = readRedirect(child, scope, extra);
      if (read !== undefined) {
        redirects.push(read);
        texts.push(...textsOf(read));
      }
    } else if (STATEMENTS.has(child.type)) {
      const operator = node.children.findLast((token) => !token.isNamed && token.endIndex <= child.startIndex)?.type ?? '';
      after.push({ operator, node: child });
    } else if (WORDS.has(child.type)) extra.push(child);
    else if (!child.type.startsWith('heredoc_') && child.type !== 'file_descriptor') {
      scope.limit(child, 'It contains a here-document that is not understood.', true);
    }
  }
  const delimiter = start?.text.replace(/['"\\]/gu, '') ?? '';
  if (body !== undefined && body.text.split('\n').some((line) => line.replace(/^\t+/u, '') === delimiter)) {
    scope.limit(body, 'Where its here-document ends is not clear.', true);
  }
  const operator = node.children.find((child) => !child.isNamed)?.type ?? '';
  texts.push(documentText(operator, start?.text ?? '', body?.text ?? ''));
  return { text: withoutTabs(operator === '<<-', body?.text ?? ''), texts, redirects, extra, after };
}

/** `<<< word`: text for standard input. */
export function readHereString(node: TreeNode, scope: WordScope): Word {
  const words = node.namedChildren.filter((child) => child.type !== 'file_descriptor');
  const word = readWord(words, scope);
  if (word.value === null) scope.limit(node, 'Its here-string is computed.', false);
  return word;
}

/** All redirections after a statement. */
export interface Redirections extends Pick<HereDocument, 'redirects' | 'texts' | 'extra' | 'after'> {
  readonly stdin: string | undefined;
  readonly piped: boolean;
}

/** @param before Standard input without the redirections. */
export function readRedirections(node: TreeNode, scope: WordScope, before: Pick<Redirections, 'stdin' | 'piped'>): Redirections {
  const redirects: RawRedirect[] = [];
  const extra: TreeNode[] = [];
  const after: ListItem[] = [];
  const texts: string[] = [];
  let { stdin, piped } = before;
  for (const child of node.children.filter((part) => part.type.endsWith('_redirect'))) {
    if (child.type === 'heredoc_redirect') {
      const read = readHereDocument(child, scope);
      stdin = read.text;
      redirects.push(...read.redirects);
      texts.push(...read.texts);
      extra.push(...read.extra);
      after.push(...read.after);
      piped = true;
    } else if (child.type === 'herestring_redirect') {
      const word = readHereString(child, scope);
      stdin = word.value ?? word.text;
      texts.push(redirectText('<<<', word.text));
      piped = true;
    } else {
      const read = readRedirect(child, scope, extra);
      if (read !== undefined) {
        redirects.push(read);
        texts.push(...textsOf(read));
      }
      if (read?.operator.startsWith('<') === true) piped = true;
    }
  }
  return { redirects, texts, extra, after, stdin, piped };
}

/** Words that the grammar drops: each `-` directly before a redirection with a number, or a here-document. */
export function droppedDashes(node: TreeNode): Word[] {
  return node.children.flatMap((child, index) => {
    const start = node.children[index - 1]?.endIndex;
    if (start === undefined || !child.type.endsWith('_redirect')) return [];
    const gap = node.text.slice(start - node.startIndex, child.startIndex - node.startIndex);
    if (gap.trim() !== '-') return [];
    const at = start + gap.indexOf('-');
    return [{ ...literalWord('-'), start: at, end: at + 1 }];
  });
}
