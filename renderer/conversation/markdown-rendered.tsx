import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { FileText } from '../paths/path-link.tsx';
import { CodeBlock } from './code-block.tsx';
import { markdownParts, openCode } from './markdown-blocks.ts';
import { words } from './words.ts';

/**
 * Markdown as elements. Raw HTML in the text stays text; addresses other than http(s) and mailto are dropped by the library;
 * images are never fetched, since an address can carry data out: they become links that a person may follow.
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
  // Of a block’s code the language is told, or a line’s end is in it: that is no name of a file.
  code: ({ className, children }) => (
    <code className={className}>
      {className === undefined && typeof children === 'string' ? <FileText text={children}>{children}</FileText> : children}
    </code>
  ),
};

const plugins = [remarkGfm];

/** Part by part, so that a long answer that still grows costs only its end. */
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
