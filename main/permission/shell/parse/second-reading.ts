import { forEachChild, type ParsedScript, parse, type Redirection, type SyntaxNode, type TestExpression } from 'unbash';
import {
  commandPart,
  documentText,
  isDescriptor,
  loopPart,
  outerRedirectPart,
  type PartContext,
  redirectText,
  type ScriptPart,
  testPart,
  within,
} from './script-part.ts';

/** A script as parsed by a second parser, independent of the grammar. */
export interface SecondReading {
  /** The script with continued lines joined, as the shell joins them before parsing. */
  readonly joined: string;
  /** A line ends inside a word, or directly after one. */
  readonly joinsWords: boolean;
  readonly parts: readonly ScriptPart[];
  /** Why this parser doesn't understand it; its parts have no meaning then. */
  readonly problem: string | undefined;
}

/** Most nodes visited; an everyday line has a few dozen. */
const MAX_NODES = 5000;
const MAX_CUTS = 500;

/**
 * Parses a script with a parser that shares no code with the grammar. A single parser that recovers from errors can't be trusted alone: a
 * line is allowed only when both find the same commands in it. Never throws.
 */
export function readAgain(text: string): SecondReading {
  try {
    return new Reader(text).read();
  } catch {
    // Too many nodes, nesting deeper than the call stack, or a bug in the parser: nothing can be concluded.
    return { joined: text, joinsWords: false, parts: [], problem: 'A second reading of it failed.' };
  }
}

const NOT_SHELL = 'It does not parse as a shell line.';

class Reader {
  readonly #text: string;
  readonly #parts: ScriptPart[] = [];
  /** Ranges in which a backslash at the end of a line is literal. */
  readonly #verbatim: { readonly pos: number; readonly end: number }[] = [];
  /** Redirections of `[[ … ]]`, which belong to its parent node. */
  readonly #redirectsOf = new Map<SyntaxNode, readonly string[]>();
  /** `time` is a keyword in the shell and the first word of a command in the grammar. */
  readonly #timeBefore = new Map<SyntaxNode, readonly string[]>();
  #cuts: readonly number[] = [];
  #problem: string | undefined;
  #nodes = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): SecondReading {
    const script = parse(this.#text);
    if (script.errors !== undefined && script.errors.length > 0) return this.#notUnderstood();
    const continues = this.#text.includes('\\\n');
    if (continues) {
      this.#findVerbatim(script);
      this.#cuts = continuations(this.#text, this.#verbatim);
      if (this.#cuts.length > MAX_CUTS) throw new Error('too many continued lines');
    }
    this.#visit(script, '');
    return {
      joined: this.#slice({ pos: 0, end: this.#text.length }),
      joinsWords: this.#cuts.some((cut) => !/^[ \t\n]?$/u.test(this.#text.slice(0, cut).slice(-1))),
      parts: this.#parts,
      problem: this.#problem,
    };
  }

  #notUnderstood(): SecondReading {
    return { joined: this.#text, joinsWords: false, parts: [], problem: NOT_SHELL };
  }

  #findVerbatim(node: SyntaxNode): void {
    if (isDecoded(node)) return;
    if (node.type === 'SingleQuoted' || node.type === 'AnsiCQuoted') this.#verbatim.push(node);
    if (node.type === 'HereDoc' && node.delimiter?.quoted === true) this.#verbatim.push(node.body);
    forEachChild(node, (child) => this.#findVerbatim(child));
  }

  /** A node's source text with continued lines joined. */
  #slice({ pos, end }: { readonly pos: number; readonly end: number }): string {
    let from = pos;
    let joined = '';
    for (const cut of this.#cuts) {
      if (cut < from || cut >= end) continue;
      joined += this.#text.slice(from, cut);
      from = cut + 2;
    }
    return joined + this.#text.slice(from, end);
  }

  #visit(node: SyntaxNode, context: PartContext): void {
    if (++this.#nodes > MAX_NODES) throw new Error('too many nodes');
    if (node.type === 'Script') {
      if (hasErrors(node)) this.#problem ??= NOT_SHELL;
      // Its offsets refer to another text. The grammar calls such a line not understood as well.
      if (isDecoded(node)) {
        this.#problem ??= 'It nests backquotes.';
        return;
      }
    }
    const inside = this.#part(node, context);
    forEachChild(node, (child) => this.#visit(child, inside));
  }

  /** Records the parts of a node. Returns the context of its children. */
  #part(node: SyntaxNode, context: PartContext): PartContext {
    switch (node.type) {
      case 'Command': {
        const words = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix].filter(
          (part) => part.type === 'Word' || part.type === 'Assignment',
        );
        const texts = words.map((word) => this.#slice(word));
        this.#parts.push(commandPart(context, [...(this.#timeBefore.get(node) ?? []), ...texts], this.#redirects(node.redirects)));
        return context;
      }
      case 'TestCommand':
        this.#parts.push(testPart(context, this.#testWords(node.expression), this.#redirectsOf.get(node) ?? []));
        return context;
      case 'For':
        this.#parts.push(
          loopPart(
            context,
            this.#slice(node.name),
            (node.wordlist ?? []).map((word) => this.#slice(word)),
          ),
        );
        return within(context, 'loop');
      case 'Redirected':
        if (node.command.type === 'TestCommand') this.#redirectsOf.set(node.command, this.#redirects(node.redirects));
        else for (const text of this.#redirects(node.redirects)) this.#parts.push(outerRedirectPart(text));
        return context;
      case 'Pipeline': {
        const time = node.prefixes.find((prefix) => prefix.type === 'Time');
        const first = node.commands[0];
        if (time !== undefined && first !== undefined) this.#timeBefore.set(first, this.#slice(time).split(/[ \t]+/u));
        return node.commands.length > 1 ? within(context, 'pipeline') : context;
      }
      case 'While':
      case 'ArithmeticFor':
      case 'Select':
        return within(context, 'loop');
      case 'If':
        return within(context, 'condition');
      case 'Subshell':
        return within(context, 'subshell');
      case 'BraceGroup':
        return within(context, 'group');
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        return within(context, 'substitution');
      default:
        return context;
    }
  }

  #redirects(redirects: readonly Redirection[]): string[] {
    return redirects.flatMap((redirect) => {
      if (redirect.type === 'HereDoc') {
        const { operator, delimiter, body } = redirect;
        return [documentText(operator, delimiter === undefined ? '' : this.#slice(delimiter), this.#slice(body))];
      }
      const target = redirect.target === undefined ? '' : this.#slice(redirect.target);
      return isDescriptor(redirect.operator, target) ? [] : [redirectText(redirect.operator, target)];
    });
  }

  #testWords(expression: TestExpression): string[] {
    switch (expression.type) {
      case 'TestUnary': {
        const operand = this.#slice(expression.operand);
        // `[[ word ]]` has no explicit operator.
        const isWritten = expression.pos !== expression.operand.pos;
        return isWritten ? [expression.operator, operand] : [operand];
      }
      case 'TestBinary':
        return [this.#slice(expression.left), expression.operator, this.#slice(expression.right)];
      case 'TestNot':
        return [...expression.negations.map(() => '!'), ...this.#testWords(expression.operand)];
      case 'TestGroup':
        return ['(', ...this.#testWords(expression.expression), ')'];
      case 'TestLogical':
        return expression.operands.flatMap((operand, index) => [
          ...(index === 0 ? [] : [expression.operator]),
          ...this.#testWords(operand),
        ]);
    }
  }
}

function hasErrors(node: SyntaxNode): boolean {
  return 'errors' in node && Array.isArray(node.errors) && node.errors.length > 0;
}

/** The script in backquotes with escapes: its offsets refer to the text without them. */
function isDecoded(node: SyntaxNode): node is ParsedScript {
  return node.type === 'Script' && node.source !== undefined;
}

/** Offsets of every backslash that joins two lines: not escaped, and not in verbatim text. */
function continuations(text: string, verbatim: readonly { readonly pos: number; readonly end: number }[]): number[] {
  return [...text.matchAll(/\\[^]/gu)]
    .filter(({ 0: pair, index }) => pair === '\\\n' && !verbatim.some(({ pos, end }) => pos <= index && index < end))
    .map(({ index }) => index);
}
