import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import type { Hold } from './use-hold.ts';
import styles from './hold-button.module.css';

/** A button that acts only when held: by pointer, or by Space or Enter while focused. */
export function HoldButton({
  hold,
  disabled,
  title,
  children,
}: {
  readonly hold: Hold;
  readonly disabled: boolean;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const isPress = (key: string): boolean => key === ' ' || key === 'Enter';
  return (
    <Button
      variant="danger"
      className={styles.hold}
      data-holding={hold.holding}
      disabled={disabled}
      title={title}
      onPointerDown={(event) => event.button === 0 && hold.begin()}
      onPointerUp={hold.cancel}
      onPointerLeave={hold.cancel}
      onKeyDown={(event) => {
        if (!isPress(event.key)) return;
        event.preventDefault();
        if (!event.repeat) hold.begin();
      }}
      onKeyUp={(event) => isPress(event.key) && hold.cancel()}
      onBlur={hold.cancel}
    >
      <span className={styles.fill} aria-hidden="true" />
      <span className={styles.label}>{children}</span>
    </Button>
  );
}
