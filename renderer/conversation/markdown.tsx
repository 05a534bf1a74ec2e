import { lazy, memo, Suspense } from 'react';
import styles from './markdown.module.css';

const Rendered = lazy(async () => ({ default: (await import('./markdown-rendered.tsx')).MarkdownRendered }));

/** The model's text. The parser comes in its own chunk; until it is there the text stands as it is. */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={styles.markdown}>
      <Suspense fallback={<p className={styles.plain}>{text}</p>}>
        <Rendered text={text} />
      </Suspense>
    </div>
  );
});
