import type { ReactNode } from 'react';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { openPath } from './open-path.ts';
import { mayNameFile, useKnownFile } from './known-files.ts';
import { words } from './words.ts';
import styles from './path-link.module.css';

interface TextPiece {
  readonly text: string;
  /** A possible file name, such as `src/app.ts:12`. */
  readonly name?: string;
}

/** Further names are ignored: a pasted log has thousands. */
const MAX_NAMES = 40;
const MAX_CHARS = 20_000;

const CANDIDATE = /@"(?<quoted>[^"\n]{1,300})"|@?(?<plain>[^\s"'`“”‘’<>|(){}[\],;·@]+)/gu;
const LINES = /#L(?<first>\d{1,9})(?:-L?\d{1,9})?$/u;

/** Splits a text into possible file names, including “@” mentions, and the text between. The pieces together are the text. */
export function namesInText(text: string): TextPiece[] {
  if (text.length > MAX_CHARS) return [{ text }];
  const pieces: TextPiece[] = [];
  let end = 0;
  let found = 0;
  for (const match of text.matchAll(CANDIDATE)) {
    const { quoted, plain = '' } = match.groups ?? {};
    const word = quoted === undefined ? plain.replace(/[.,:!?]+$/u, '') : quoted;
    const name = word.replace(LINES, ':$<first>');
    if (found === MAX_NAMES || !mayNameFile(name)) continue;
    found += 1;
    const drawn = quoted === undefined ? match[0].slice(0, match[0].length - (plain.length - word.length)) : match[0];
    if (match.index > end) pieces.push({ text: text.slice(end, match.index) });
    pieces.push({ text: drawn, name });
    end = match.index + drawn.length;
  }
  return end < text.length ? [...pieces, { text: text.slice(end) }] : pieces;
}

/** Running text in which the names of existing files become links. */
export function LinkedText({ text }: { readonly text: string }) {
  return namesInText(text).map((piece, index) => {
    const drawn = <VisibleText text={piece.text} />;
    // oxlint-disable-next-line react/no-array-index-key -- the same text has the same pieces.
    const key = `${index} ${piece.text}`;
    return piece.name === undefined ? (
      <span key={key}>{drawn}</span>
    ) : (
      <FileText key={key} text={piece.name}>
        {drawn}
      </FileText>
    );
  });
}

export interface PathLinkProps {
  readonly path: string;
  readonly line?: number | undefined;
  readonly tabIndex?: number | undefined;
  /** Link text; default: the path. */
  readonly children?: ReactNode;
}

/** A path that opens in the user’s editor. */
export function PathLink({ path, line, tabIndex, children }: PathLinkProps) {
  return (
    <button
      type="button"
      className={styles.link}
      data-inline=""
      title={words.openAt(path, line)}
      tabIndex={tabIndex}
      onClick={() => void openPath(path, line)}
    >
      {children ?? <VisibleText text={path} />}
    </button>
  );
}

/** Text that may name a file, such as `src/app.ts:12`: a link if the file exists, else plain text. */
export function FileText({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  const file = useKnownFile(text);
  const drawn = children ?? <VisibleText text={text} />;
  if (!file) return drawn;
  return (
    <PathLink path={file.path} line={file.line}>
      {drawn}
    </PathLink>
  );
}
