import {
  AppWindow,
  ChevronDown,
  FolderOpen,
  GitBranch,
  House,
  Keyboard,
  PanelRightClose,
  PanelRightOpen,
  Play,
  Search,
} from 'lucide-react';
import type { Project } from '#shared/contract/project.ts';
import { isProjectPane, useWindow } from '../store/app-store.ts';
import { closeProject, openProject, openWindow, pickProject, startDemo } from '../store/project-actions.ts';
import { useSession } from '../store/selectors.ts';
import { useProjectNames, useWaitingProjects } from '../store/waiting-counts.ts';
import { useKeysOf } from '../store/command-keys.ts';
import { askTrust, closePane, openDialog, reopenPane } from '../store/window-actions.ts';
import { SessionMenu } from '../sessions/session-menu.tsx';
import { Badge } from '../ui/display/badge.tsx';
import { StatusGlyph } from '../ui/display/status-glyph.tsx';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx';
import { words } from './words.ts';
import styles from './title-bar.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Projects in the menu; those in which requests wait come besides. */
const MAX_RECENT = 6;

/** The current folder and session. */
export function TitleBar({ project }: { readonly project: Project }) {
  return (
    <header className={styles.bar}>
      <h1 className={styles.heading}>
        <ProjectMenu project={project} />
      </h1>
      <WorktreeBadge />
      {project.gitBranch !== null && (
        <span className={styles.branch} title={words.gitBranch(project.gitBranch)}>
          <GitBranch size={13} strokeWidth={1.5} aria-hidden="true" />
          <span className={styles.branchName}>{project.gitBranch}</span>
        </span>
      )}
      {project.demo && (
        <>
          <span className={styles.demo}>
            <Badge tone="accent">{words.demoCopy}</Badge>
          </span>
          <DemoAgain />
        </>
      )}
      {!project.trusted && project.untrustedItems.length > 0 && <TrustMark />}
      <span className={styles.slash} aria-hidden="true">
        /
      </span>
      <SessionMenu project={project} />
      <span className={styles.space} />
      <PaneSwitch />
      <IconButton
        label={words.keyboardShortcuts}
        className={styles.shortcuts}
        keys={useKeysOf('shortcuts')}
        tooltipSide="bottom"
        icon={<Keyboard {...icon} />}
        onClick={() => openDialog({ type: 'shortcuts' })}
      />
    </header>
  );
}

/** Gives the conversation the whole width, or the pane its place again. */
function PaneSwitch() {
  const closed = useWindow(({ pane, sideClosed }) => sideClosed && !isProjectPane(pane));
  return (
    <IconButton
      label={closed ? words.showPaneAgain : words.hidePane}
      className={styles.shortcuts}
      tooltipSide="bottom"
      icon={closed ? <PanelRightOpen {...icon} /> : <PanelRightClose {...icon} />}
      onClick={closed ? reopenPane : closePane}
    />
  );
}

/** Once the demo is over. */
function DemoAgain() {
  const runs = useWindow(({ sessions }) => Object.values(sessions).some(({ view }) => view.turn !== null));
  return runs ? null : (
    <Button size="small" variant="quiet" onClick={() => void startDemo()}>
      {words.demoAgain}
    </Button>
  );
}

/** Says that the session works in a worktree, not in the project folder. */
function WorktreeBadge() {
  const sessionId = useWindow((state) => state.sessionId);
  const worktree = useSession(sessionId ?? '', (view) => view.worktree);
  if (!worktree) return null;
  const name = worktree.path.slice(Math.max(worktree.path.lastIndexOf('/'), worktree.path.lastIndexOf('\\')) + 1);
  return (
    <span title={worktree.path}>
      <Badge tone="accent">{words.worktree(name)}</Badge>
    </span>
  );
}

/** Shows the trust page again after it was postponed, or from a pane opened meanwhile. */
function TrustMark() {
  const hidden = useWindow((state) => state.trustLater || isProjectPane(state.pane));
  const badge = <Badge tone="warn">{words.notTrusted}</Badge>;
  if (!hidden) return badge;
  return (
    <button type="button" className={styles.trust} onClick={() => askTrust(true)}>
      {badge}
    </button>
  );
}

function ProjectMenu({ project }: { readonly project: Project }) {
  const recent = useWindow((state) => state.app?.recent);
  const waiting = useWaitingProjects();
  const nameOf = useProjectNames();
  const recentDirs = (recent ?? []).map(({ projectDir }) => projectDir).filter((dir) => dir !== project.projectDir);
  const others = new Set([...recentDirs.slice(0, MAX_RECENT), ...waiting.map(({ projectDir }) => projectDir)]);
  return (
    <Menu
      trigger={
        <button type="button" className={styles.trigger} title={project.projectDir}>
          <span className={styles.name}>{project.name}</span>
          <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
        </button>
      }
    >
      <MenuItem icon={<FolderOpen {...icon} />} keys={useKeysOf('open')} onSelect={() => void pickProject()}>
        {words.openFolder}
      </MenuItem>
      <MenuItem icon={<AppWindow {...icon} />} keys={useKeysOf('window.new')} onSelect={() => void openWindow()}>
        {words.newWindow}
      </MenuItem>
      <MenuItem icon={<House {...icon} />} onSelect={closeProject}>
        {words.allProjects}
      </MenuItem>
      <MenuItem icon={<Play {...icon} />} onSelect={() => void startDemo()}>
        {words.tryTheDemo}
      </MenuItem>
      <MenuItem icon={<Search {...icon} />} keys={useKeysOf('palette')} onSelect={() => openDialog({ type: 'palette' })}>
        {words.openPalette}
      </MenuItem>
      {others.size > 0 && (
        <>
          <MenuSeparator />
          <MenuGroup label={words.recent}>
            {[...others].map((dir) => (
              <MenuItem key={dir} detail={dir} onSelect={() => void openProject(dir)}>
                {nameOf(dir)} <ProjectWaits count={waiting.find(({ projectDir }) => projectDir === dir)?.count ?? 0} />
              </MenuItem>
            ))}
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}

function ProjectWaits({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.waits}>
      <StatusGlyph state="waiting" /> {words.waiting(count)}
    </span>
  );
}
