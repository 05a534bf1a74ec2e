import { useEffect } from 'react';
import { useWindow } from '../store/app-store.ts';
import { showSession } from '../store/project-actions.ts';
import { relativeTime } from '../ui/format.ts';
import { MenuGroup, MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx';
import { SessionMarkSign } from './session-mark.tsx';
import { useMarks } from './use-marks.ts';
import { useSessions } from './use-sessions.ts';
import { words } from './words.ts';

/** The folder's sessions in the menu, with what each does. */
export function SessionMenuItems({ projectDir }: { readonly projectDir: string }) {
  const { sessions, load } = useSessions(projectDir);
  const current = useWindow((state) => state.sessionId);
  const marks = useMarks();
  useEffect(() => void load(), [load]);
  const written = sessions.filter(({ title, archived }) => title !== '' && !archived);
  if (written.length === 0) return null;
  return (
    <>
      <MenuSeparator />
      <MenuGroup label={words.sessionsInThisFolder}>
        {written.map(({ sessionId, title, live, updatedAt }) => {
          const mark = marks.get(sessionId) ?? 'idle';
          const when = relativeTime(updatedAt);
          return (
            <MenuItem
              key={sessionId}
              icon={<SessionMarkSign mark={mark} />}
              checked={sessionId === current}
              detail={mark === 'idle' ? (live ? words.open(when) : when) : words.stateAndTime(mark, when)}
              onSelect={() => void showSession(sessionId)}
            >
              {title}
            </MenuItem>
          );
        })}
      </MenuGroup>
    </>
  );
}
