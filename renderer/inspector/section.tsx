import { useEffect, useRef, type ReactNode } from 'react';
import { useWantedSection, type InspectorSection } from '../store/inspector-section.ts';
import styles from './inspector.module.css';

export interface SectionProps {
  readonly id: InspectorSection;
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Space left above it when scrolled to. Pixels. */
const GAP = 12;

/** A titled section of the inspector; scrolls into view when requested. */
export function Section({ id, title, actions, children }: SectionProps) {
  const element = useRef<HTMLElement>(null);
  const count = useWantedSection((wanted) => (wanted.section === id ? wanted.count : 0));
  useEffect(() => {
    // Scrolls only the inspector: scrollIntoView would scroll its ancestors too.
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
