import { useEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import look from '../ui/overlays/offered-list.module.css';
import type { OfferedRule } from './offered-rules.ts';
import { words } from './words.ts';
import styles from './rule-field.module.css';

interface OfferedRuleListProps {
  readonly id: string;
  readonly offered: readonly OfferedRule[];
  /** -1: none. */
  readonly chosen: number;
  readonly onTake: (one: OfferedRule) => void;
}

/** Rules to choose from, below their field, which keeps the focus and handles the keys. */
export function OfferedRuleList({ id, offered, chosen, onTake }: OfferedRuleListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.scrollIntoView({ block: 'nearest' });
  }, [offered.length]);
  useEffect(() => {
    list.current?.querySelector("[aria-selected='true']")?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <ul ref={list} id={id} role="listbox" aria-label={words.suggestions} className={classNames(look.list, styles.list)}>
      {offered.map((one, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus
        // and handles the keys
        <li
          key={one.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={classNames(look.option, styles.option)}
          title={one.text}
          // Before the field would lose the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onTake(one);
          }}
        >
          <code className={styles.rule}>
            <VisibleText text={one.text.endsWith('(') ? `${one.text}…)` : one.text} />
          </code>
          <span className={styles.detail}>{one.detail}</span>
        </li>
      ))}
    </ul>
  );
}
