import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { copyText } from '../ui/copy-text.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { words } from './words.ts';
import styles from './code-block.module.css';

/** How long “Copied” is shown. Milliseconds. */
const SAID = 1500;

/** Code with a copy button. */
export function CodeBlock({ children }: { readonly children: ReactNode }) {
  const code = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText((code.current?.textContent ?? '').replace(/\n$/, ''))) setCopied(true);
  };
  return (
    <div className={styles.block} data-code="">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, so the keyboard must reach them */}
      <pre ref={code} tabIndex={0}>
        {children}
      </pre>
      <IconButton
        label={copied ? words.copied : words.copyCode}
        size="small"
        className={styles.copy}
        icon={copied ? <Check size={13} strokeWidth={2} /> : <Copy size={13} strokeWidth={1.5} />}
        onClick={() => void copy()}
      />
    </div>
  );
}
