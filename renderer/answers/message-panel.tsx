import { type ReactNode, useState } from 'react';
import type { Denial } from '#shared/session/ask.ts';
import type { ImageBlock } from '#shared/session/content.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { AnswerImages } from './answer-images.tsx';
import { type AskRef, type HalfGiven, useHalfGiven } from './half-given.ts';
import { KeptWords } from './kept-words.ts';
import { submitByEnter } from './submit-by-enter.ts';
import { useAnswerImages } from './use-answer-images.ts';
import { words } from './words.ts';
import styles from './message-panel.module.css';

interface PanelProps {
  readonly ask: AskRef;
  readonly disabled: boolean;
  readonly onCancel: () => void;
}

interface MessagePanelProps extends PanelProps {
  readonly kept: HalfGiven<string>;
  readonly label: string;
  readonly placeholder: string;
  readonly action: string;
  /** There is something to send besides the message. */
  readonly hasMore?: boolean;
  /** Something is still being read. */
  readonly busy?: boolean;
  readonly onSend: (message: string) => void;
  readonly children?: ReactNode;
}

/** The words for each ask, by the action they are for. */
export const WORDS = { comment: new KeptWords('comment'), deny: new KeptWords('deny'), denyAll: new KeptWords('denyAll') };

/** A message for the model, sent with the answer. It is kept until it is sent or cancelled; Escape only closes it. */
export function MessagePanel({
  ask,
  kept,
  label,
  placeholder,
  action,
  disabled,
  hasMore = false,
  busy = false,
  onSend,
  onCancel,
  children,
}: MessagePanelProps) {
  const [message, setMessage] = useHalfGiven(kept, ask, '');
  // Shown again with its words, it leaves the focus where it is, unless the person opened it from its card.
  const [takesFocus] = useState(() => message === '' || isOnCard(ask));
  const cancel = () => {
    kept.keep(ask, undefined);
    onCancel();
  };
  const ready = (message.trim() !== '' || hasMore) && !busy;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys bubbling from its fields.
    <form
      className={styles.message}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return submitByEnter(event);
        event.preventDefault();
        onCancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onSend(message.trim());
      }}
    >
      <TextField
        label={label}
        placeholder={placeholder}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        autoFocus={takesFocus}
      />
      <Button variant="quiet" onClick={cancel}>
        {words.cancel}
      </Button>
      <Button type="submit" variant="primary" disabled={!ready || disabled}>
        {action}
      </Button>
      {children}
    </form>
  );
}

/** The focus is on the open card of the request. */
function isOnCard({ askId }: AskRef): boolean {
  return document.activeElement?.closest<HTMLElement>('[role="group"][data-ask]')?.dataset['ask'] === askId;
}

interface DenyMessageProps extends PanelProps {
  /** What the button says, where what is answered isn’t a request. */
  readonly action?: string;
  readonly onSend: (answer: Denial) => void;
}

const DENIAL = { label: words.denyLabel, placeholder: words.denyExample, action: words.denyAndSend } as const;

/** A reason for the model, with which the turn continues: words, and images that are pasted or dropped. */
export function DenyMessage({ onSend, ...rest }: DenyMessageProps) {
  const { images, reading, add, remove } = useAnswerImages();
  return (
    <AnswerImages images={images} reading={reading} onFiles={add} onRemove={remove}>
      {(row) => (
        <MessagePanel
          {...DENIAL}
          {...rest}
          kept={WORDS.deny}
          placeholder={words.denyExampleOrImage}
          hasMore={images.length > 0}
          busy={reading}
          onSend={(message) => onSend(denial(message, images))}
        >
          {row}
        </MessagePanel>
      )}
    </AnswerImages>
  );
}

/** A reason in words alone, for several requests at once. */
export function DenyAllMessage({ onSend, ...rest }: DenyMessageProps) {
  return <MessagePanel {...DENIAL} {...rest} kept={WORDS.denyAll} onSend={(message) => onSend(denial(message, []))} />;
}

function denial(message: string, images: readonly ImageBlock[]): Denial {
  return { type: 'deny', ...(message !== '' && { message }), ...(images.length > 0 && { images: [...images] }) };
}
