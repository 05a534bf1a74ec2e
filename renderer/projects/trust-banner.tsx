import { ShieldQuestion } from 'lucide-react';
import { useId, useState } from 'react';
import type { Project } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { trustProject } from '../store/project-actions.ts';
import { askTrust } from '../store/window-actions.ts';
import { Button } from '../ui/button.tsx';
import styles from './trust-banner.module.css';

/** What the repository brings along and has no effect before the user has trusted the folder. */
export function TrustBanner({ project }: { readonly project: Project }) {
  const [open, setOpen] = useState(true);
  const later = useWindow((state) => state.trustLater);
  const listId = useId();
  const count = project.untrustedItems.length;
  if (later || count === 0) return null;
  return (
    <section className={styles.banner} aria-label="Folder trust">
      <ShieldQuestion size={16} strokeWidth={1.5} aria-hidden="true" />
      <p className={styles.text}>This folder brings {count === 1 ? 'a setting' : `${count} settings`} without effect until you trust it.</p>
      <Button size="small" variant="quiet" aria-expanded={open} aria-controls={listId} onClick={() => setOpen(!open)}>
        {open ? 'Hide' : 'Show what'}
      </Button>
      <Button size="small" variant="quiet" onClick={() => askTrust(false)}>
        Not now
      </Button>
      <Button size="small" onClick={() => void trustProject(project.projectDir)}>
        Trust this folder
      </Button>
      <ul id={listId} className={styles.items} hidden={!open}>
        {project.untrustedItems.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
