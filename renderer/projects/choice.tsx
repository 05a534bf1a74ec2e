import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';

/** Choices side by side. */
export function Choices({ children }: { readonly children: ReactNode }) {
  return <div className={styles.choices}>{children}</div>;
}

interface ChoiceProps {
  readonly icon: ReactNode;
  readonly label: string;
  readonly detail: string;
  readonly onClick: () => void;
}

export function Choice({ icon: mark, label, detail, onClick }: ChoiceProps) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <button type="button" className={styles.choiceButton} aria-describedby={id} onClick={onClick}>
        {mark}
        {label}
      </button>
      <p id={id} className={styles.choiceDetail}>
        {detail}
      </p>
    </div>
  );
}
