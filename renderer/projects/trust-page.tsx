import { ShieldQuestion } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { Project } from '#shared/contract/project.ts';
import { trustProject } from '../store/project-actions.ts';
import { askTrust, showPane } from '../store/window-actions.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { trustFiles } from './trust-items.ts';
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
