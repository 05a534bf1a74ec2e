import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { boundedText, TEXT_STEP } from './bounded-text.ts';
import { words } from './words.ts';
import styles from './inspector.module.css';

/** Text of any length, rendered in portions. */
export function LongText({
  text,
  label,
  error = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly error?: boolean | undefined;
}) {
  const [limit, setLimit] = useState(TEXT_STEP);
  const shown = boundedText(text, limit);
  return (
    <>
      <ScrollArea className={classNames(styles.code, error && styles.codeError)} label={label}>
        {shown.text === '' ? ' ' : <VisibleText text={shown.text} />}
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
