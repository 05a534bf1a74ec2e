import { ShieldQuestion } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { Project } from '#shared/contract/project.ts';
import { trustProject } from '../store/project-actions.ts';
import { askTrust, showPane } from '../store/window-actions.ts';
import { Badge } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './trust-page.module.css';

/** Lists a folder's own configuration literally before any of it runs. Also shown when it has changed since the folder was trusted. */
export function TrustPage({ project }: { readonly project: Project }) {
  const { name, projectDir, untrustedItems, trustedBefore } = project;
  const heading = useRef<HTMLHeadingElement>(null);
  const hintId = useId();
  // The heading is read out first, and a key meant for the message box presses no button here.
  useEffect(() => heading.current?.focus(), []);
  const isChanged = trustedBefore !== undefined;
  return (
    <section className={styles.page} aria-label={words.region} data-page="trust">
      <div className={styles.column}>
        <header className={styles.header}>
          <ShieldQuestion size={28} strokeWidth={1.25} className={styles.mark} aria-hidden="true" />
          <h2 ref={heading} tabIndex={-1} className={styles.title}>
            {isChanged ? words.titleChanged(name) : words.title(name)}
          </h2>
          <code className={styles.folder}>
            <VisibleText text={projectDir} />
          </code>
          <p className={styles.lead}>{isChanged ? words.leadChanged : words.lead}</p>
        </header>
        <div className={styles.files}>
          {trustFiles(untrustedItems, trustedBefore).map(({ file, items }) => (
            <section key={file} className={styles.file}>
              <h3>
                <code>
                  <VisibleText text={file} />
                </code>
              </h3>
              <ul>
                {items.map(({ text, state }) => (
                  <li key={`${state} ${text}`} data-state={state}>
                    <span className={styles.item}>
                      <VisibleText text={text} />
                    </span>
                    {words.states[state] !== undefined && <Badge tone={state === 'new' ? 'warn' : 'neutral'}>{words.states[state]}</Badge>}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
      <footer className={styles.footer}>
        <Button variant="primary" onClick={() => void trustProject(projectDir)}>
          {words.trust}
        </Button>
        <Button aria-describedby={hintId} onClick={() => askTrust(false)}>
          {words.open}
        </Button>
        <Button variant="quiet" onClick={() => showPane('rules')}>
          {words.look}
        </Button>
        <p id={hintId} className={styles.hint}>
          {words.openHint}
        </p>
      </footer>
    </section>
  );
}

/** One thing configured by a folder. */
interface TrustItem {
  readonly text: string;
  readonly state: 'same' | 'new' | 'gone';
}

interface TrustFile {
  readonly file: string;
  readonly items: readonly TrustItem[];
}

/**
 * A folder's own configuration by file, parsed from main's texts: "<file>: <what it does>".
 * @param before the texts when the folder was trusted; each item then says whether it is new, and removed items follow.
 */
export function trustFiles(items: readonly string[], before: readonly string[] | undefined): readonly TrustFile[] {
  const known = new Set(before);
  const now = new Set(items);
  const states = [
    ...items.map((item) => ({ item, state: before === undefined || known.has(item) ? ('same' as const) : ('new' as const) })),
    ...(before ?? []).filter((item) => !now.has(item)).map((item) => ({ item, state: 'gone' as const })),
  ];
  const files = new Map<string, TrustItem[]>();
  for (const { item, state } of states) {
    const end = item.indexOf(': ');
    const file = end < 0 ? '' : item.slice(0, end);
    files.set(file, [...(files.get(file) ?? []), { text: end < 0 ? item : item.slice(end + 2), state }]);
  }
  return [...files].map(([file, found]) => ({ file, items: found }));
}
