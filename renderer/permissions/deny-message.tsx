import { MessagePanel } from './message-panel.tsx';
import { words } from './words.ts';

/** An optional reason for the model; with a reason the turn continues. */
export function DenyMessage(props: {
  readonly disabled: boolean;
  readonly onSend: (message: string) => void;
  readonly onCancel: () => void;
}) {
  return <MessagePanel {...props} label={words.denyLabel} placeholder={words.denyExample} action={words.sendAnswer} />;
}
