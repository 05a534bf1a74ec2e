import type { ReactNode } from 'react';
import { visibleRuns, VisibleText } from '../ui/display/visible-text.tsx';
import { type CodeToken, tokensWithin } from './code-tokens.ts';
import styles from './code-pieces.module.css';

/** A text with its tokens coloured; the pieces together are the text. */
export function codePieces(text: string, tokens: readonly CodeToken[]): ReactNode {
  if (tokens.length === 0) return text;
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const { from, to, kind } of tokens) {
    if (from < end || to > text.length) continue;
    if (from > end) pieces.push(text.slice(end, from));
    pieces.push(
      <span key={from} className={styles[kind]}>
        {text.slice(from, to)}
      </span>,
    );
    end = to;
  }
  if (end < text.length) pieces.push(text.slice(end));
  return pieces;
}

export interface VisibleCodeProps {
  readonly text: string;
  readonly tokens: readonly CodeToken[];
  /** As of `VisibleText`. */
  readonly output?: boolean | undefined;
}

/** Untrusted code with hidden characters drawn as marks, and its tokens coloured. */
export function VisibleCode({ text, tokens, output }: VisibleCodeProps) {
  if (tokens.length === 0) return <VisibleText text={text} output={output} />;
  const marksIn = (part: string) => visibleRuns(part, output).filter((run) => run.type !== 'text').length;
  const marks = marksIn(text);
  if (marks === 0) return <bdi dir="ltr">{codePieces(text, tokens)}</bdi>;
  const lines = text.split(/(?<=\n)/u);
  // A mark for several lines.
  if (lines.reduce((sum, line) => sum + marksIn(line), 0) !== marks) return <VisibleText text={text} output={output} />;
  return lines.map((line, index) => {
    const from = lines.slice(0, index).join('').length;
    // Lines with hidden characters stay without colours, so that nothing distracts from the marks.
    if (marksIn(line) > 0) return <VisibleText key={from} text={line} output={output} />;
    return (
      <bdi key={from} dir="ltr">
        {codePieces(line, tokensWithin(tokens, from, from + line.length))}
      </bdi>
    );
  });
}
