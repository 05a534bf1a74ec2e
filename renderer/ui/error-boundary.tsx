import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface ErrorBoundaryProps {
  /** What failed, as in "The timeline". */
  readonly name: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | null;
}

/** Keeps a mistake in one pane from taking the window down with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const details = `${this.props.name}: ${error.stack ?? error.message}`;
    return (
      <EmptyState
        title={`${this.props.name} can’t be drawn`}
        actions={
          <>
            <Button onClick={() => this.setState({ error: null })}>Try again</Button>
            <Button variant="quiet" onClick={() => void navigator.clipboard.writeText(details)}>
              Copy details
            </Button>
          </>
        }
      >
        {error.message}. This is a mistake in Gatehouse; the agent and your files aren’t touched by it.
      </EmptyState>
    );
  }
}
