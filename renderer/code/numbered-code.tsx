import { useMemo } from 'react';
import { VisibleCode } from './code-pieces.tsx';
import { type CodeToken, tokensWithin } from './code-tokens.ts';
import { useTokens } from './use-tokens.ts';

interface NumberedLine {
  /** Where its code starts in the whole text, and in the code alone. */
  readonly at: number;
  readonly codeAt: number;
  readonly length: number;
}

/** The code of a text whose lines start with a number and a tab, as Read returns it. What follows them isn't code. */
export function unnumbered(text: string): { readonly code: string; readonly lines: readonly NumberedLine[] } {
  const lines: NumberedLine[] = [];
  let code = '';
  let at = 0;
  for (const line of text.split('\n')) {
    const prefix = /^ *\d+\t/u.exec(line)?.[0].length;
    if (prefix === undefined) break;
    lines.push({ at: at + prefix, codeAt: code.length, length: line.length - prefix });
    code += `${line.slice(prefix)}\n`;
    at += line.length + 1;
  }
  return { code, lines };
}

/** What Read returned, in the colours of the file’s language. */
export function NumberedCode({ text, path }: { readonly text: string; readonly path: string }) {
  const { code, lines } = useMemo(() => unnumbered(text), [text]);
  const tokens = useTokens(code, path);
  const placed = useMemo(() => lines.flatMap((line) => placedIn(line, tokens)), [lines, tokens]);
  return <VisibleCode text={text} tokens={placed} output />;
}

function placedIn({ at, codeAt, length }: NumberedLine, tokens: readonly CodeToken[]): CodeToken[] {
  return tokensWithin(tokens, codeAt, codeAt + length).map(({ from, to, kind }) => ({ kind, from: from + at, to: to + at }));
}
