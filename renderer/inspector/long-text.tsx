import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { CodeText } from '../code/code-text.tsx';
import { NumberedCode } from '../code/numbered-code.tsx';
import { words } from './words.ts';
import styles from './inspector.module.css';

/** How much of a text is shown at first, and added by “Show more”. Characters. */
const TEXT_STEP = 20_000;

interface BoundedText {
  readonly text: string;
  /** Characters not shown yet. */
  readonly left: number;
}

/** The start of a long text, cut at a line end if one is near. */
export function boundedText(text: string, limit: number): BoundedText {
  if (text.length <= limit) return { text, left: 0 };
  const lineEnd = text.lastIndexOf('\n', limit);
  const cut = lineEnd > limit - 2000 ? lineEnd + 1 : limit;
  return { text: text.slice(0, cut), left: text.length - cut };
}

/** Text of any length, rendered in portions. */
export function LongText({
  text,
  label,
  error = false,
  hint,
  path,
}: {
  readonly text: string;
  readonly label: string;
  readonly error?: boolean | undefined;
  /** Its language; without one it is what a program printed. */
  readonly hint?: string | undefined;
  /** The file whose numbered lines it is. */
  readonly path?: string | undefined;
}) {
  const [limit, setLimit] = useState(TEXT_STEP);
  const shown = boundedText(text, limit);
  return (
    <>
      <ScrollArea className={classNames(styles.code, error && styles.codeError)} label={label}>
        {path === undefined ? (
          <CodeText text={shown.text === '' ? ' ' : shown.text} hint={hint} output={hint === undefined} />
        ) : (
          <NumberedCode text={shown.text} path={path} />
        )}
      </ScrollArea>
      {shown.left > 0 && (
        <div className={styles.more}>
          {shown.left.toLocaleString('en')} {words.moreCharacters}
          <Button size="small" onClick={() => setLimit(limit * 4)}>
            {words.showMore}
          </Button>
        </div>
      )}
    </>
  );
}
