import { MessagePanel } from './message-panel.tsx';
import { words } from './words.ts';

/** A reason the model reads; with one the turn goes on. */
export function DenyMessage(props: {
  readonly disabled: boolean;
  readonly onSend: (message: string) => void;
  readonly onCancel: () => void;
}) {
  return <MessagePanel {...props} label={words.denyLabel} placeholder={words.denyExample} action={words.sendAnswer} />;
}
