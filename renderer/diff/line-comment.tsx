import { type KeyboardEvent, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import type { LineRow } from './diff-rows.ts';
import { words } from './words.ts';
import styles from './line-comment.module.css';

/** What a comment on a line of a diff does. */
export interface LineComments {
  /** The button that sends it. */
  readonly action: string;
  readonly disabled?: boolean | undefined;
  /** Gets the file, line and quoted line with what the person wrote. */
  readonly onComment: (message: string) => void;
  /** What stands below may move. */
  readonly onMoved?: (() => void) | undefined;
}

export interface LineCommentProps extends LineComments {
  readonly path: string;
  readonly row: LineRow;
  readonly onClose: () => void;
}

/** What the person has to say about one line: Enter sends it, Shift+Enter breaks the line, Escape closes. */
export function LineComment({ path, row, action, disabled = false, onComment, onClose }: LineCommentProps) {
  const [text, setText] = useState('');
  const ready = text.trim() !== '' && !disabled;
  const send = (): void => {
    if (!ready) return;
    onComment(words.aboutLine(path, row, text.trim()));
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && !event.shiftKey) send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        className={styles.text}
        aria-label={words.commentOn(row.newLine ?? row.oldLine ?? 0)}
        placeholder={words.commentHint}
        rows={2}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person opened it to write.
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.buttons}>
        <Button size="small" variant="quiet" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button size="small" variant="primary" type="submit" disabled={!ready}>
          {action}
        </Button>
      </span>
    </form>
  );
}
