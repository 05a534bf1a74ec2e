import { useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { words } from './words.ts';
import styles from './ask-card.module.css';

/** An alternative to holding the button: type the target to allow a destructive call. */
export function TypeToAllow({ target, onAllow }: { readonly target: string; readonly onAllow: () => void }) {
  const [typed, setTyped] = useState('');
  return (
    <form
      className={styles.typed}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === target) onAllow();
      }}
    >
      <span>
        {words.orType}{' '}
        <code>
          <VisibleText text={target} />
        </code>{' '}
        {words.andPressEnter}
      </span>
      <TextField
        label={words.typeToAllowIt(target)}
        hideLabel
        mono
        value={typed}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.closest<HTMLElement>('[data-ask]')?.focus();
        }}
      />
    </form>
  );
}
