import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { words } from './words.ts';
import styles from './message-panel.module.css';

/** A message for the model, sent with the answer. */
export function MessagePanel({
  label,
  placeholder,
  action,
  disabled,
  onSend,
  onCancel,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly action: string;
  readonly disabled: boolean;
  readonly onSend: (message: string) => void;
  readonly onCancel: () => void;
}) {
  const [message, setMessage] = useState('');
  const ready = message.trim() !== '';
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles keys bubbling from its fields.
    <form
      className={styles.message}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onSend(message.trim());
      }}
    >
      <TextField label={label} placeholder={placeholder} value={message} onChange={(event) => setMessage(event.target.value)} autoFocus />
      <Button variant="quiet" onClick={onCancel}>
        {words.cancel}
      </Button>
      <Button type="submit" variant="primary" disabled={!ready || disabled}>
        {action}
      </Button>
    </form>
  );
}

/** An optional reason for the model; with a reason the turn continues. */
export function DenyMessage(props: {
  readonly disabled: boolean;
  readonly onSend: (message: string) => void;
  readonly onCancel: () => void;
}) {
  return <MessagePanel {...props} label={words.denyLabel} placeholder={words.denyExample} action={words.sendAnswer} />;
}
