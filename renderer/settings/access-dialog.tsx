import { Dialog } from '../ui/dialog.tsx';

export interface AccessDialogProps {
  readonly focus: 'key' | 'server';
  readonly onClose: () => void;
}

export function AccessDialog({ onClose }: AccessDialogProps) {
  return (
    <Dialog open onClose={onClose} title="Connect a model">
      {null}
    </Dialog>
  );
}
