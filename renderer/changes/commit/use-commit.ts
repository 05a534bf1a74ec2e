import { useEffect, useRef, useState } from 'react';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../../bridge/client.ts';
import { showToast } from '../../ui/overlays/toast.tsx';
import { forgetCommitDraft } from './commit-draft.ts';
import { words } from './words.ts';

export interface Commit {
  readonly busy: boolean;
  /** What git and its hooks said when they refused. */
  readonly refused: string | undefined;
  readonly commit: (files: readonly ChangedFile[], message: string) => void;
  readonly stop: () => void;
}

/** Commits files. A form that was closed meanwhile hears of it in a toast. */
export function useCommit(sessionId: string, onDone: () => void): Commit {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  const run = async (files: readonly ChangedFile[], message: string): Promise<void> => {
    const paths = files.flatMap(({ path, from }) => (from === null ? [path] : [path, from]));
    setBusy(true);
    setRefused(undefined);
    try {
      const done = await call('changes.commit', { sessionId, paths, message });
      forgetCommitDraft(sessionId);
      showToast({ title: words.committed(done.files, done.commit) });
      if (shown.current) onDone();
    } catch (error) {
      const why = errorMessage(error);
      if (shown.current) setRefused(why);
      else showToast({ title: words.refused, detail: why, tone: 'danger' });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    refused,
    commit: (files, message) => void run(files, message),
    // If that fails, the commit goes on and says how it ended.
    stop: () => void call('changes.stopCommit', { sessionId }).catch(() => undefined),
  };
}
