import { FolderX } from 'lucide-react';
import type { Project } from '#shared/contract/project.ts';
import { pickProject } from '../store/project-actions.ts';
import { useSession } from '../store/selectors.ts';
import { interrupt } from '../store/session-actions.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { bannerWords as words } from './banner-words.ts';

/** Says that the project's folder is gone, what that means and what to do. */
export function FolderBanner({ project, sessionId }: { readonly project: Project; readonly sessionId: string | null }) {
  const working = useSession(sessionId ?? '', (view) => view.turn !== null) ?? false;
  return (
    <div role="alert">
      {project.gone && (
        <Banner
          icon={<FolderX size={16} strokeWidth={1.5} />}
          acts={
            <>
              {working && sessionId !== null && (
                <Button size="small" onClick={() => void interrupt(sessionId)}>
                  {words.stopAgent}
                </Button>
              )}
              <Button size="small" onClick={() => void pickProject()}>
                {words.openAnother}
              </Button>
            </>
          }
        >
          <strong>{words.folderGone}</strong>{' '}
          <code>
            <VisibleText text={project.projectDir} />
          </code>
          . {working ? words.folderGoneAtWork : words.folderGoneDetail}
        </Banner>
      )}
    </div>
  );
}
