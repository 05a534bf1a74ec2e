import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './ask-card.module.css';

/** A reason the model reads; with one the turn goes on. */
export function DenyMessage({
  disabled,
  onSend,
  onCancel,
}: {
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
        label="What should the agent do instead?"
        placeholder="Use the test script, and leave dist alone"
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        autoFocus
      />
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant="primary" disabled={!ready}>
        Send answer
      </Button>
    </form>
  );
}
