import { Component, type ReactNode } from 'react';
import { Button } from './controls/button.tsx';
import { copyText } from './copy-text.ts';
import { EmptyState } from './display/empty-state.tsx';
import { words } from './words.ts';

export interface ErrorBoundaryProps {
  /** What failed, as in "The timeline". */
  readonly name: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | null;
}

/** Keeps an error in one pane from breaking the window. */
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
        title={words.cantBeShown(this.props.name)}
        actions={
          <>
            <Button onClick={() => this.setState({ error: null })}>{words.tryAgain}</Button>
            <Button variant="quiet" onClick={() => void copyText(details)}>
              {words.copyDetails}
            </Button>
          </>
        }
      >
        {words.bugIn(error.message)}
      </EmptyState>
    );
  }
}
