import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../ui/icon-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { CallTerminalHandle } from './call-terminal.tsx';
import styles from './terminal-view.module.css';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Finds text in one terminal: Enter goes on, Shift+Enter back, Escape ends it. */
export function FindBar({ terminal, onClose }: { readonly terminal: CallTerminalHandle; readonly onClose: () => void }) {
  const [words, setWords] = useState('');
  const [found, setFound] = useState<{ readonly index: number; readonly count: number } | null>(null);
  useEffect(() => {
    terminal.search?.onFound(setFound);
    return () => terminal.search?.clear();
  }, [terminal]);
  const count =
    words === '' || found === null
      ? ''
      : found.count === 0
        ? 'No results'
        : found.index < 0
          ? `${found.count}+ results`
          : `${found.index + 1} of ${found.count}`;
  return (
    <search className={styles.find}>
      <TextField
        label="Find in this terminal"
        hideLabel
        placeholder="Find"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by a key, as in every program.
        autoFocus
        icon={<Search {...icon} />}
        value={words}
        className={styles.findField}
        onChange={({ target }) => {
          setWords(target.value);
          terminal.search?.next(target.value, true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          } else if (event.key === 'Enter') {
            if (event.shiftKey) terminal.search?.previous(words);
            else terminal.search?.next(words);
          } else return;
          event.preventDefault();
        }}
      />
      <span className={styles.count} role="status">
        {count}
      </span>
      <IconButton
        label="Previous"
        keys="Shift+Enter"
        size="small"
        icon={<ChevronUp {...icon} />}
        onClick={() => terminal.search?.previous(words)}
      />
      <IconButton label="Next" keys="Enter" size="small" icon={<ChevronDown {...icon} />} onClick={() => terminal.search?.next(words)} />
      <IconButton label="Close the search" keys="Escape" size="small" icon={<X {...icon} />} onClick={onClose} />
    </search>
  );
}
