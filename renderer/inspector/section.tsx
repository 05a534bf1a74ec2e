import { useEffect, useRef, type ReactNode } from 'react';
import { useWantedSection, type InspectorSection } from './inspector-section.ts';
import styles from './inspector.module.css';

export interface SectionProps {
  readonly id: InspectorSection;
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of the inspector; comes into sight when asked for. */
export function Section({ id, title, actions, children }: SectionProps) {
  const element = useRef<HTMLElement>(null);
  const count = useWantedSection((wanted) => (wanted.section === id ? wanted.count : 0));
  useEffect(() => {
    if (count > 0) element.current?.scrollIntoView({ block: 'start' });
  }, [count]);
  return (
    <section ref={element} className={styles.section} aria-label={title}>
      <div className={styles.sectionHead}>
        <h3 className={styles.sectionTitle}>{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}
