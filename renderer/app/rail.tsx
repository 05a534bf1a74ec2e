import { ChartGantt, FileDiff, ListTodo, Settings, ShieldCheck, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { PANES, useWindow, type Pane } from '../store/app-store.ts';
import { showPane } from '../store/window-actions.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { paneWords, words } from './words.ts';
import styles from './rail.module.css';

const icon = { size: 18, strokeWidth: 1.5 };
const ICONS: Record<Pane, ReactNode> = {
  timeline: <ChartGantt {...icon} />,
  terminals: <SquareTerminal {...icon} />,
  rules: <ShieldCheck {...icon} />,
  changes: <FileDiff {...icon} />,
  tasks: <ListTodo {...icon} />,
  settings: <Settings {...icon} />,
};

/** The buttons for the panes, along the left edge. */
export function Rail() {
  const current = useWindow((state) => state.pane);
  return (
    <nav className={styles.rail} aria-label={words.panes}>
      {PANES.map((pane) => (
        <IconButton
          key={pane}
          label={paneWords(pane).title}
          keys={paneWords(pane).keys}
          tooltipSide="right"
          icon={ICONS[pane]}
          aria-current={pane === current ? 'page' : undefined}
          className={styles.item}
          onClick={() => showPane(pane)}
        />
      ))}
    </nav>
  );
}
