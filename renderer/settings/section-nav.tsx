import { Select } from '../ui/controls/select.tsx';
import { ONE_PANE, useMediaQuery } from '../ui/use-media-query.ts';
import type { SettingsSection } from './settings-sections.tsx';
import { words } from './words.ts';
import styles from './section-nav.module.css';

interface SectionNavProps {
  readonly sections: readonly SettingsSection[];
  /** The section that is scrolled to. */
  readonly current: string | undefined;
  readonly onGo: (id: string) => void;
}

/** The sections, to go to one: a list or, on a phone, whose height it would fill, one to choose. */
export function SectionNav({ sections, current, onGo }: SectionNavProps) {
  const shown = sections.find(({ id }) => id === current)?.id ?? sections[0]?.id;
  const onePane = useMediaQuery(ONE_PANE);
  if (onePane && shown !== undefined)
    return (
      <nav className={styles.choice} aria-label={words.sections}>
        <Select
          label={words.sections}
          value={shown}
          options={sections.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={onGo}
        />
      </nav>
    );
  return (
    <nav className={styles.nav} aria-label={words.sections}>
      <ul className={styles.list}>
        {sections.map(({ id, title, parts }) => (
          <li key={id}>
            <button type="button" className={styles.item} aria-current={id === shown ? 'true' : undefined} onClick={() => onGo(id)}>
              {title}
            </button>
            {id === shown && parts.length > 0 && (
              <ul className={styles.parts}>
                {parts.map((part) => (
                  <li key={part.id}>
                    <button type="button" className={styles.item} onClick={() => onGo(part.id)}>
                      {part.title}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
