import { Markdown } from '../markdown/markdown.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { words } from '../words.ts';
import styles from './displayed-text.module.css';

interface DisplayedTextProps {
  readonly original: string;
  readonly displayed: { readonly text: string; readonly by: string };
}

/** A text of the model's for which a hook shows another one. Both can be read: a hook must not put words into the model's mouth. */
export function DisplayedText({ original, displayed: { text, by } }: DisplayedTextProps) {
  return (
    <div role="group" aria-label={words.displayedByHook}>
      <Markdown text={text} />
      <details className={styles.original}>
        <summary>
          {words.displayedByHook} <VisibleText text={by} />
        </summary>
        <Markdown text={original} />
      </details>
    </div>
  );
}
