import { ChevronDown, GitCommitHorizontal, GitPullRequest, Upload } from 'lucide-react';
import type { Changes, ChangesSince } from '#shared/contract/changes.ts';
import { draftMessage } from '../conversation/composer/message-box.ts';
import { useWindow } from '../store/app-store.ts';
import { openDialog } from '../store/window-actions.ts';
import { Menu, MenuItem } from '../ui/overlays/menu.tsx';
import { words } from './words.ts';
import styles from './git-actions.module.css';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** A name that means the same in a command line. */
const PLAIN_NAME = /^[A-Za-z0-9_][\w./-]*$/u;

interface GitActionsProps {
  readonly sessionId: string;
  readonly changes: Changes;
  readonly since: ChangesSince;
}

/** Commit, and in its menu push and pull request: these write a message that asks the agent; git and gh ask like any other command. */
export function GitActions({ sessionId, changes: { remote, files }, since }: GitActionsProps) {
  const branch = useWindow((state) => state.project?.gitBranch);
  if (branch == null) return null;
  const name = PLAIN_NAME.test(branch) ? branch : undefined;
  const isCommitted = files.every(({ inGit }) => inGit !== null);
  const commit = () => openDialog({ type: 'commit', sessionId, since });
  return (
    <span className={styles.group}>
      <button
        type="button"
        className={styles.commit}
        title={isCommitted ? words.allCommitted(since) : words.commitHint}
        // It may have the focus, which a disabled button would lose.
        aria-disabled={isCommitted}
        onClick={isCommitted ? undefined : commit}
      >
        {words.commit}
      </button>
      <Menu
        align="end"
        trigger={
          <button type="button" className={styles.more} title={words.gitHint} aria-label={words.git}>
            <ChevronDown size={13} strokeWidth={1.5} aria-hidden="true" />
          </button>
        }
      >
        <MenuItem
          icon={<GitCommitHorizontal {...icon} />}
          detail={isCommitted ? words.allCommitted(since) : undefined}
          disabled={isCommitted}
          onSelect={commit}
        >
          {words.commit}
        </MenuItem>
        <MenuItem
          icon={<Upload {...icon} />}
          detail={remote === null ? words.noRemote : words.pushCommand(remote, name)}
          disabled={remote === null}
          onSelect={() => remote !== null && draftMessage(sessionId, words.pushMessage(remote, name))}
        >
          {words.push}
        </MenuItem>
        <MenuItem
          icon={<GitPullRequest {...icon} />}
          detail={remote === null ? words.noRemote : words.pullRequestHint}
          disabled={remote === null}
          onSelect={() => remote !== null && draftMessage(sessionId, words.pullRequestMessage(remote, name))}
        >
          {words.pullRequest}
        </MenuItem>
      </Menu>
    </span>
  );
}
