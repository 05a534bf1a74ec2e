import { trustProject } from '../../store/project-actions.ts';
import { useWindow } from '../../store/app-store.ts';
import { askTrust } from '../../store/window-actions.ts';
import { Button } from '../../ui/controls/button.tsx';
import { words } from './words.ts';

interface TrustButtonProps {
  readonly onTrusted: () => void;
  /** What the folder supplies has to be seen first, on a page of its own. */
  readonly onReview: () => void;
}

/** Trusts a folder that supplies nothing, or leads to the page that shows what it supplies. */
export function TrustButton({ onTrusted, onReview }: TrustButtonProps) {
  const project = useWindow((state) => state.project);
  if (!project) return null;
  const supplies = project.untrustedItems.length > 0;
  const review = () => {
    onReview();
    askTrust(true);
  };
  const trust = () => void trustProject(project.projectDir).then(onTrusted);
  return (
    <Button size="small" onClick={supplies ? review : trust}>
      {supplies ? words.reviewTrust : words.trust}
    </Button>
  );
}
