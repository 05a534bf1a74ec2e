import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Check, Copy } from 'lucide-react';
import { codePieces } from '../../code/code-pieces.tsx';
import { useTokens } from '../../code/use-tokens.ts';
import { FileText } from '../../paths/path-link.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { words } from '../words.ts';
import styles from './code-block.module.css';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** What may continue a list, indented code or a quote after a blank line. */
const CONTINUES = /^(?:\s|[-*+] |\d{1,9}[.)] |>)/;
/** Link definitions apply to the whole text. */
const DEFINES = /^ {0,3}\[[^\]\n]+\]:/m;

/**
 * Splits Markdown at blank lines where no construct continues, so that a growing text is parsed only at its end. The parts joined are the
 * text.
 */
export function markdownParts(text: string): string[] {
  if (DEFINES.test(text)) return [text];
  const lines = text.split('\n');
  const parts: string[] = [];
  let part: string[] = [];
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) fence = mark;
    else if (fence !== undefined && mark !== undefined && closes(mark, fence, line)) fence = undefined;
    part.push(line);
    const next = lines[index + 1];
    if (fence !== undefined || line.trim() !== '' || next === undefined || next.trim() === '' || CONTINUES.test(next)) continue;
    parts.push(part.join('\n'));
    part = [];
  }
  if (part.length > 0) parts.push(part.join('\n'));
  return parts;
}

/** The code of an unclosed code block: needs no parser, however long it grows. */
export function openCode(part: string): string | undefined {
  const opening = /^ {0,3}(`{3,}|~{3,})[^\n`]*\n/.exec(part);
  const fence = opening?.[1];
  if (!opening || fence === undefined) return undefined;
  const body = part.slice(opening[0].length);
  const isClosed = body.split('\n').some((line) => {
    const mark = FENCE.exec(line)?.[1];
    return mark !== undefined && closes(mark, fence, line);
  });
  return isClosed ? undefined : body;
}

function closes(mark: string, fence: string, line: string): boolean {
  return mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark;
}

/** How long “Copied” is shown. Milliseconds. */
const COPIED_MS = 1500;

/** Code with a copy button. */
function CodeBlock({ children }: { readonly children: ReactNode }) {
  const code = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText((code.current?.textContent ?? '').replace(/\n$/, ''))) setCopied(true);
  };
  return (
    <div className={styles.block} data-code="">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, so the keyboard must reach them */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
      <IconButton
        label={copied ? words.copied : words.copyCode}
        size="small"
        className={styles.copy}
        icon={copied ? <Check size={13} strokeWidth={2} /> : <Copy size={13} strokeWidth={1.5} />}
        onClick={() => void copy()}
      />
    </div>
  );
}

function Code({ text, language }: { readonly text: string; readonly language: string }) {
  return <code>{codePieces(text, useTokens(text, language))}</code>;
}

/**
 * Markdown components. Raw HTML stays text; the library drops addresses other than http(s) and mailto; images are never fetched, since a
 * URL can leak data: they become links.
 */
const components: Components = {
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noreferrer noopener" title={href}>
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noreferrer noopener">
      {words.image(alt ?? '')}
    </a>
  ),
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls, so the keyboard must reach it
    <div data-table="" tabIndex={0} role="group" aria-label={words.table}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  // A block’s code has a language or a line break: it isn't a file name.
  code: ({ className, children }) => {
    const language = /\blanguage-(\S+)/u.exec(className ?? '')?.[1];
    if (language !== undefined && typeof children === 'string') return <Code text={children} language={language} />;
    return (
      <code className={className}>
        {className === undefined && typeof children === 'string' ? <FileText text={children}>{children}</FileText> : children}
      </code>
    );
  },
};

const plugins = [remarkGfm];

/** Rendered in parts, so that a long streaming answer reparses only its end. */
export function MarkdownRendered({ text }: { readonly text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- parts are only ever added at the end
  return markdownParts(text).map((part, index) => <Part key={index} text={part} />);
}

const Part = memo(function Part({ text }: { readonly text: string }) {
  const code = openCode(text);
  if (code !== undefined)
    return (
      <CodeBlock>
        <code>{code}</code>
      </CodeBlock>
    );
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components}>
      {text}
    </ReactMarkdown>
  );
});
