import { LinkedText } from '../../paths/path-link.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { isBoolean, keptState } from '../reading/kept-state.ts';
import { words } from '../words.ts';
import styles from './user-message.module.css';

/** A text that is a little longer is shown whole. */
const LONG = { lines: 16, chars: 1800 } as const;
const SHOWN = { lines: 12, chars: 1200 } as const;

const useOpen = keptState<boolean>('sent-text', isBoolean);

export interface SentTextProps {
  readonly sessionId: string;
  readonly messageId: string;
  readonly text: string;
}

/** The text of a message; of a long one, such as a pasted log, the start until all is wanted. */
export function SentText({ sessionId, messageId, text }: SentTextProps) {
  const [open, setOpen] = useOpen(sessionId, messageId, false);
  const start = startOf(text);
  if (start === text) return <LinkedText text={text} />;
  return (
    <>
      <div className={styles.text}>
        <LinkedText text={open ? text : start} />
      </div>
      <Button
        size="small"
        variant="quiet"
        aria-expanded={open}
        data-adds-above
        data-rest={!open || undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? words.showLess : words.showAll(text.split('\n').length)}
      </Button>
    </>
  );
}

/** What is shown of a text at first: all of it if it isn't long. */
export function startOf(text: string): string {
  const lines = text.split('\n', LONG.lines + 1);
  if (lines.length <= LONG.lines && text.length <= LONG.chars) return text;
  const start = lines.slice(0, SHOWN.lines).join('\n');
  return start.length <= SHOWN.chars ? start : `${start.slice(0, SHOWN.chars).toWellFormed()}…`;
}
