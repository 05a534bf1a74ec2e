import type { TurnRow } from '#shared/session/view.ts';
import { openDialog } from '../../store/window-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useInGit } from './use-in-git.ts';
import { words } from './words.ts';
import styles from './turn-card.module.css';

interface TurnCommitProps {
  readonly sessionId: string;
  readonly turn: TurnRow;
  /** What it changed; `undefined`: not all of it is known. */
  readonly paths: readonly string[] | undefined;
}

/** Offers to commit what the last turn changed, or says which commit has it. */
export function TurnCommit({ sessionId, turn, paths }: TurnCommitProps) {
  const inGit = useInGit(sessionId, turn, paths);
  if (!inGit) return null;
  const { open, commits } = inGit;
  if (open === 0) return commits.length === 0 ? null : <span className={styles.committed}>{words.committedAs(commits)}</span>;
  return (
    <Button size="small" variant="quiet" onClick={() => openDialog({ type: 'commit', sessionId, since: 'turn' })}>
      {words.commitTurn}
    </Button>
  );
}
