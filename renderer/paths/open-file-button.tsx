import { SquarePen } from 'lucide-react';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { useKnownFile } from './known-files.ts';
import { openPath } from './open-path.ts';
import { words } from './words.ts';

/** A button next to a row that names a file: opens the file in the editor. Nothing if there is no such file. */
export function OpenFileButton({ text, className }: { readonly text: string; readonly className?: string | undefined }) {
  const file = useKnownFile(text);
  if (!file) return null;
  return (
    <IconButton
      label={words.openAt(file.path, file.line)}
      size="small"
      className={className}
      icon={<SquarePen size={14} strokeWidth={1.5} aria-hidden="true" />}
      onClick={() => void openPath(file.path, file.line)}
    />
  );
}
