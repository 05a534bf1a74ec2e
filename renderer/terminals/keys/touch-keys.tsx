import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { CallTerminalHandle } from '../screen/call-terminal.tsx';
import { type TouchKey, withCtrl } from './touch-key.ts';
import { words } from '../words.ts';
import styles from './touch-keys.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

const ARROWS = [
  ['ArrowLeft', <ArrowLeft key="left" {...icon} />],
  ['ArrowUp', <ArrowUp key="up" {...icon} />],
  ['ArrowDown', <ArrowDown key="down" {...icon} />],
  ['ArrowRight', <ArrowRight key="right" {...icon} />],
] as const;

interface TouchKeysProps {
  readonly terminal: RefObject<CallTerminalHandle | null>;
  /** The terminal has the focus, so that its keys reach the program. */
  readonly isTyped: boolean;
}

/** Keys that the keyboard on a screen lacks. They press nothing unless the terminal is being typed into. */
export function TouchKeys({ terminal, isTyped }: TouchKeysProps) {
  const [ctrl, setCtrl] = useState(false);
  if (ctrl && !isTyped) setCtrl(false);
  const press = (key: TouchKey) => terminal.current?.press(key);
  const holdCtrl = () => {
    setCtrl(!ctrl);
    terminal.current?.changeNext(
      ctrl
        ? undefined
        : (data) => {
            setCtrl(false);
            return withCtrl(data);
          },
    );
  };
  const key = (name: TouchKey) => ({ type: 'button', disabled: !isTyped, onClick: () => press(name) }) as const;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons must not take the focus.
    <div
      role="group"
      aria-label={words.keys}
      className={styles.keys}
      // The terminal keeps it, and the keyboard stays on the screen.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <button {...key('Escape')} aria-label={words.escape}>
        {words.esc}
      </button>
      <button {...key('Tab')}>{words.tab}</button>
      <button type="button" disabled={!isTyped} aria-pressed={ctrl} title={words.ctrlHint} onClick={holdCtrl}>
        {words.ctrl}
      </button>
      {ARROWS.map(([name, arrow]) => (
        <button key={name} {...key(name)} aria-label={words.arrows[name]}>
          {arrow}
        </button>
      ))}
      <button {...key('interrupt')}>{words.interrupt}</button>
    </div>
  );
}
