import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import type { CallTerminalHandle } from './screen/call-terminal.tsx';
import { words } from './words.ts';
import styles from './terminal-view.module.css';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Searches one terminal: Enter for the next match, Shift+Enter for the previous, Escape to close. */
export function FindBar({ terminal, onClose }: { readonly terminal: CallTerminalHandle; readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<{ readonly index: number; readonly count: number } | null>(null);
  useEffect(() => {
    const { search } = terminal;
    const stop = search?.onFound(setFound);
    return () => {
      stop?.();
      search?.clear();
    };
  }, [terminal]);
  const count =
    query === '' || found === null
      ? ''
      : found.count === 0
        ? words.noResults
        : found.index < 0
          ? words.results(found.count)
          : words.resultOf(found.index + 1, found.count);
  return (
    <search className={styles.find}>
      <TextField
        label={words.findInThisTerminal}
        hideLabel
        placeholder={words.find}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a find shortcut, which always focuses the field.
        autoFocus
        icon={<Search {...icon} />}
        value={query}
        className={styles.findField}
        onChange={({ target }) => {
          setQuery(target.value);
          terminal.search?.next(target.value, true);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          } else if (event.key === 'Enter') {
            if (event.shiftKey) terminal.search?.previous(query);
            else terminal.search?.next(query);
          } else return;
          event.preventDefault();
        }}
      />
      <span className={styles.count} role="status">
        {count}
      </span>
      <IconButton
        label={words.previous}
        keys="Shift+Enter"
        size="small"
        icon={<ChevronUp {...icon} />}
        onClick={() => terminal.search?.previous(query)}
      />
      <IconButton
        label={words.next}
        keys="Enter"
        size="small"
        icon={<ChevronDown {...icon} />}
        onClick={() => terminal.search?.next(query)}
      />
      <IconButton label={words.closeTheSearch} keys="Escape" size="small" icon={<X {...icon} />} onClick={onClose} />
    </search>
  );
}
