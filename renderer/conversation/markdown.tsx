import { lazy, memo, Suspense } from 'react';
import styles from './markdown.module.css';

const load = () => import('./markdown-rendered.tsx');
const Rendered = lazy(async () => ({ default: (await load()).MarkdownRendered }));

/** Fetches the parser before the first text comes, so that nothing jumps then. */
export function preloadMarkdown(): void {
  // A failure is met again, and shown, when text is drawn.
  load().catch(() => undefined);
}

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
