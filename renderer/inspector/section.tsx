import { useEffect, useRef, type ReactNode } from 'react';
import { useWantedSection, type InspectorSection } from './inspector-section.ts';
import styles from './inspector.module.css';

export interface SectionProps {
  readonly id: InspectorSection;
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** What stays in sight above it. Pixels. */
const GAP = 12;

/** A titled part of the inspector; comes into sight when asked for. */
export function Section({ id, title, actions, children }: SectionProps) {
  const element = useRef<HTMLElement>(null);
  const count = useWantedSection((wanted) => (wanted.section === id ? wanted.count : 0));
  useEffect(() => {
    // Only the inspector scrolls: scrollIntoView would move whatever lies around it too.
    const { current } = element;
    if (count > 0 && current) current.parentElement?.scrollTo({ top: current.offsetTop - GAP });
  }, [count]);
  return (
    <section ref={element} className={styles.section} aria-label={title} data-section={id} tabIndex={-1}>
      <div className={styles.sectionHead}>
        <h3 className={styles.sectionTitle}>{title}</h3>
        <div className={styles.sectionActions}>{actions}</div>
      </div>
      {children}
    </section>
  );
}
