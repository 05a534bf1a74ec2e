import { memo } from 'react';
import { VisibleCode } from './code-pieces.tsx';
import { useTokens } from './use-tokens.ts';

/** Untrusted code in its language’s colours. `hint`: a language or a file. */
export const CodeText = memo(function CodeText({ text, hint }: { readonly text: string; readonly hint: string | undefined }) {
  return <VisibleCode text={text} tokens={useTokens(text, hint)} />;
});
