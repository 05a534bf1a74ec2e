import { memo } from 'react';
import { VisibleCode } from './code-pieces.tsx';
import { useTokens } from './use-tokens.ts';

export interface CodeTextProps {
  readonly text: string;
  readonly hint: string | undefined;
  /** As of `VisibleText`. */
  readonly output?: boolean | undefined;
}

/** Untrusted code in its language’s colours. `hint`: a language or a file. */
export const CodeText = memo(function CodeText({ text, hint, output }: CodeTextProps) {
  return <VisibleCode text={text} tokens={useTokens(text, hint)} output={output} />;
});
