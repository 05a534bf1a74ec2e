import { type ReactNode, useState } from 'react';
import { useWindow } from '../store/app-store.ts';
import { Button } from '../ui/controls/button.tsx';
import { SearchField } from '../ui/controls/search-field.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { TOUCH, useMediaQuery } from '../ui/use-media-query.ts';
import { SectionNav } from './section-nav.tsx';
import { SetUpPage } from './set-up-page.tsx';
import { useSections } from './settings-sections.tsx';
import { useSectionScroll } from './use-section-scroll.ts';
import { words } from './words.ts';
import styles from './settings-pane.module.css';

/** Two pages: everything that can be set, in sections with a search; and what is set up for the project. */
export function SettingsPane() {
  const project = useWindow((state) => state.project);
  const showsSetUp = useWindow((state) => state.showsSetUp) && project !== null;
  const [search, setSearch] = useState('');
  // A keyboard on the screen would cover what is looked for.
  const isTouched = useMediaQuery(TOUCH);
  const setShowsSetUp = (next: boolean) => useWindow.setState({ showsSetUp: next });
  return (
    <section className={styles.pane} aria-label={words.settings}>
      <header className={styles.toolbar}>
        <h2>{words.settings}</h2>
        {project && (
          <nav className={styles.pages} aria-label={words.pages}>
            <PageButton current={!showsSetUp} onClick={() => setShowsSetUp(false)}>
              {words.general}
            </PageButton>
            <PageButton current={showsSetUp} onClick={() => setShowsSetUp(true)}>
              {words.setUp}
            </PageButton>
          </nav>
        )}
        {!showsSetUp && (
          <SearchField className={styles.search} label={words.search} isFirst={!isTouched} value={search} onSearch={setSearch} />
        )}
      </header>
      {project && showsSetUp ? (
        <div className={styles.scroller}>
          <div className={styles.content}>
            <SetUpPage projectDir={project.projectDir} trusted={project.trusted} />
          </div>
        </div>
      ) : (
        <Sections search={search} isTouched={isTouched} onClear={() => setSearch('')} />
      )}
    </section>
  );
}

interface SectionsProps {
  readonly search: string;
  readonly isTouched: boolean;
  readonly onClear: () => void;
}

function Sections({ search, isTouched, onClear }: SectionsProps) {
  const sections = useSections(search);
  const { scroller, current, goTo, onScroll } = useSectionScroll(onClear);
  return (
    <div className={styles.columns}>
      <SectionNav sections={sections} current={current} onGo={goTo} />
      <div ref={scroller} className={styles.scroller} onScroll={onScroll}>
        <div className={styles.content}>
          {sections.map(({ id, title, detail, content }, index) => (
            <Section key={id} id={id} title={title} detail={detail} first={index === 0 && search === '' && isTouched}>
              {content}
            </Section>
          ))}
          {sections.length === 0 && (
            <EmptyState title={words.noneFound(search.trim())} actions={<Button onClick={onClear}>{words.clearSearch}</Button>}>
              {words.noneFoundDetail}
            </EmptyState>
          )}
        </div>
      </div>
      <p className="visually-hidden" role="status">
        {search.trim() !== '' && sections.length > 0 && words.found(sections.reduce((sum, { found }) => sum + found, 0))}
      </p>
    </div>
  );
}

interface PageButtonProps {
  readonly current: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function PageButton({ current, onClick, children }: PageButtonProps) {
  return (
    <button type="button" className={styles.page} aria-current={current ? 'page' : undefined} onClick={onClick}>
      {children}
    </button>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** Focused at first, where the search isn’t. */
  readonly first: boolean;
  readonly children: ReactNode;
}

function Section({ id, title, detail, first, children }: SectionProps) {
  return (
    <section className={styles.group} aria-label={title} data-section={id}>
      <div>
        <h3 tabIndex={-1} data-setting={id} {...(first && { 'data-autofocus': '' })}>
          {title}
        </h3>
        <p className={styles.detail}>{detail}</p>
      </div>
      <div>{children}</div>
    </section>
  );
}
