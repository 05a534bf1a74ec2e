import { memo } from 'react';
import { onDemand } from '../../ui/on-demand.tsx';
import styles from './markdown.module.css';

const Rendered = onDemand<{ readonly text: string }>(
  async () => (await import('./markdown-rendered.tsx')).MarkdownRendered,
  ({ text }) => <p className={styles.plain}>{text}</p>,
);

/** Preloads the parser, to avoid a layout shift at the first text. */
export function preloadMarkdown(): void {
  Rendered.preload();
}

/** The model's Markdown. Shown as plain text until the parser's chunk is loaded. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <Rendered text={text} />
    </div>
  );
});
