import { Dialog } from '../ui/dialog.tsx';
import { AccessForm } from './access-form.tsx';
import { words } from './words.ts';

export interface AccessDialogProps {
  /** The field to focus first. */
  readonly focus: 'key' | 'server';
  readonly onClose: () => void;
}

/** Connects a model by API key or server address. */
export function AccessDialog({ focus, onClose }: AccessDialogProps) {
  return (
    <Dialog open onClose={onClose} title={words.connectAModel}>
      <AccessForm focus={focus} onSaved={onClose} />
    </Dialog>
  );
}
