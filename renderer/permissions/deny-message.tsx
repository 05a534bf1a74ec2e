import { MessagePanel } from './message-panel.tsx';

/** A reason the model reads; with one the turn goes on. */
export function DenyMessage(props: {
  readonly disabled: boolean;
  readonly onSend: (message: string) => void;
  readonly onCancel: () => void;
}) {
  return (
    <MessagePanel
      {...props}
      label="What should the agent do instead?"
      placeholder="Use the test script, and leave dist alone"
      action="Send answer"
    />
  );
}
