import { memo } from 'react';
import { onDemand } from '../ui/on-demand.tsx';
import styles from './markdown.module.css';

const Rendered = onDemand<{ readonly text: string }>(
  async () => (await import('./markdown-rendered.tsx')).MarkdownRendered,
  ({ text }) => <p className={styles.plain}>{text}</p>,
);

/** Fetches the parser before the first text comes, so that nothing jumps then. */
export function preloadMarkdown(): void {
  Rendered.preload();
}

/** The model's text. The parser comes in its own chunk; until it is there the text stands as it is. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <Rendered text={text} />
    </div>
  );
});
