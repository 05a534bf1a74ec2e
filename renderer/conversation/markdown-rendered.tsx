import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Check, Copy } from 'lucide-react';
import { FileText } from '../paths/path-link.tsx';
import { copyText } from '../ui/copy-text.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { markdownParts, openCode } from './markdown-blocks.ts';
import { words } from './words.ts';
import styles from './code-block.module.css';

/** How long “Copied” is shown. Milliseconds. */
const SAID = 1500;

/** Code with a copy button. */
function CodeBlock({ children }: { readonly children: ReactNode }) {
  const code = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID);
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
  code: ({ className, children }) => (
    <code className={className}>
      {className === undefined && typeof children === 'string' ? <FileText text={children}>{children}</FileText> : children}
    </code>
  ),
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
