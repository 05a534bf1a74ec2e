import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { words } from './words.ts';
import styles from './ask-card.module.css';

/** Words that the model reads along with the answer. */
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
  const ready = message.trim() !== '' && !disabled;
  return (
    <form
      className={styles.message}
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
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        autoFocus
      />
      <Button variant="quiet" onClick={onCancel}>
        {words.cancel}
      </Button>
      <Button type="submit" variant="primary" disabled={!ready}>
        {action}
      </Button>
    </form>
  );
}
