import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { ruleMistake } from '#shared/permission/grammar.ts';
import type { RuleBehavior } from '#shared/permission/rule.ts';
import { WrappingField } from '../ui/controls/wrapping-field.tsx';
import { LookAlikeNote } from '../ui/display/look-alike-note.tsx';
import { isUnfinished, type OfferedRule, offeredRules } from './offered-rules.ts';
import { OfferedRuleList } from './offered-rule-list.tsx';
import { useRuleSources } from './use-rule-sources.ts';
import { words } from './words.ts';
import styles from './rule-field.module.css';

export interface RuleFieldProps {
  readonly value: string;
  readonly behavior: RuleBehavior;
  readonly projectDir: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onBlur?: () => void;
  readonly hideLabel?: boolean;
  readonly autoFocus?: boolean;
  readonly placeholder?: string;
  readonly hint?: ReactNode;
  readonly error?: string;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** Keys that change no text themselves. */
const OTHER_KEYS: ReadonlySet<string> = new Set(['Enter', 'Tab', 'Escape', 'ArrowDown', 'ArrowUp']);

/**
 * The text of a rule, with suggestions while it is typed. A text that is no rule yet has the first of them chosen already; with a
 * complete one, Enter and Tab keep their usual effect until an arrow key chooses.
 */
export function RuleField({ value, behavior, projectDir, onChange, onBlur, ref, ...rest }: RuleFieldProps) {
  const listId = useId();
  const [sources, load] = useRuleSources(projectDir);
  const [caret, setCaret] = useState<number | null>(null);
  const [arrowed, setArrowed] = useState<number | null>(null);
  const [isClosedAhead, setClosedAhead] = useState(false);

  const offered = caret === null ? [] : offeredRules(value, caret, behavior, sources);
  const isOpen = offered.length > 0;
  /** Without the bracket that the person hasn’t typed. */
  const typed = (isClosedAhead ? value.replace(/\)$/u, '') : value).trim();
  const chosen = Math.min(arrowed ?? (isUnfinished(typed, ruleMistake(typed, behavior)) ? 0 : -1), offered.length - 1);

  const show = (at: number | null) => {
    setCaret(at);
    setArrowed(null);
  };
  const root = useRef<HTMLDivElement>(null);
  /** Where the caret goes once the field has the text that was taken. */
  const placeCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    const at = placeCaret.current;
    placeCaret.current = null;
    if (at !== null) root.current?.querySelector('textarea')?.setSelectionRange(at, at);
  }, [value]);
  const take = ({ text }: OfferedRule) => {
    const isOpenEnd = text.endsWith('(');
    if (isOpenEnd) placeCaret.current = text.length;
    setClosedAhead(isOpenEnd);
    onChange(isOpenEnd ? `${text})` : text);
    show(isOpenEnd ? text.length : null);
  };
  /** Text that is pasted or dropped is whole, and the list would only cover what is below. */
  const isTyped = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    isTyped.current = !event.ctrlKey && !event.metaKey && !OTHER_KEYS.has(event.key);
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (isClosedAhead && event.key === ')' && selectionStart === value.length - 1 && selectionEnd === selectionStart) {
      // It is there already, so no text changes.
      isTyped.current = false;
      event.currentTarget.setSelectionRange(value.length, value.length);
      setClosedAhead(false);
      show(null);
    } else if (!isOpen) {
      if (event.key !== 'ArrowDown') return;
      show(event.currentTarget.selectionStart);
    } else if (event.key === 'ArrowDown') setArrowed((chosen + 1) % offered.length);
    else if (event.key === 'ArrowUp') setArrowed(chosen <= 0 ? offered.length - 1 : chosen - 1);
    else if (event.key === 'Escape') show(null);
    else {
      const one = offered[chosen];
      if (one === undefined || event.shiftKey || (event.key !== 'Enter' && event.key !== 'Tab')) return;
      take(one);
    }
    event.preventDefault();
    // The key was for the list, not for the form or the card around it.
    event.stopPropagation();
  };

  return (
    <div ref={root} className={styles.field}>
      <WrappingField
        {...rest}
        ref={ref}
        label={words.rule}
        spellCheck={false}
        autoComplete="off"
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && chosen >= 0 ? `${listId}-${chosen}` : undefined}
        value={value}
        end={isOpen && <OfferedRuleList id={listId} offered={offered} chosen={chosen} onTake={take} />}
        onText={(text, { selectionStart }) => {
          onChange(text);
          show(isTyped.current ? selectionStart : null);
          isTyped.current = false;
        }}
        onFocus={load}
        onBlur={() => {
          show(null);
          setClosedAhead(false);
          onBlur?.();
        }}
        onKeyDown={onKeyDown}
      />
      <LookAlikeNote of={value} />
      <span className="visually-hidden" role="status">
        {words.found(offered.length)}
      </span>
    </div>
  );
}
