import { memo } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { FileText } from '../paths/path-link.tsx';
import { CodeBlock } from './code-block.tsx';
import { markdownParts, openCode } from './markdown-blocks.ts';
import { words } from './words.ts';

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
