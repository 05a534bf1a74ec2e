import { ChartGantt, FileDiff, ListTodo, PanelLeft, Settings, ShieldCheck, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { WINDOW_COMMANDS } from '#shared/contract/window-commands.ts';
import { PANES, useWindow, type Pane } from '../store/app-store.ts';
import { showPane, showSessionList } from '../store/window-actions.ts';
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

const listWords = WINDOW_COMMANDS['session.list'];

/** The buttons for the panes, along the left edge. */
export function Rail() {
  const current = useWindow((state) => state.pane);
  const listed = useWindow((state) => state.sessionList);
  return (
    <nav className={styles.rail} aria-label={words.panes}>
      <IconButton
        label={listWords.title}
        keys={listWords.keys}
        tooltipSide="right"
        icon={<PanelLeft {...icon} />}
        aria-expanded={listed}
        className={styles.list}
        onClick={() => showSessionList(!listed)}
      />
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
