import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

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
      Image: {alt || 'without description'}
    </a>
  ),
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls, so the keyboard must reach it
    <div data-table="" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, so the keyboard must reach them
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

const plugins = [remarkGfm];

export function MarkdownRendered({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} components={components}>
      {text}
    </ReactMarkdown>
  );
}
