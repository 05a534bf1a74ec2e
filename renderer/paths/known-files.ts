import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';

export type KnownFile = NonNullable<CommandOutput<'editor.find'>['files'][number]>;

/** How long a lookup stays cached: files come and go while the agent works. Milliseconds. */
const FRESH_MS = 15_000;
const MAX_KNOWN = 2000;
/** The maximum number of texts per request. */
const MAX_ASKED = 200;

interface Answer {
  readonly at: number;
  readonly file: Promise<KnownFile | null>;
}

const answers = new Map<string, Answer>();
/** Lookups batched into one request: everything rendered together. */
const waiting: { readonly text: string; readonly settle: (file: KnownFile | null) => void }[] = [];

/** The existing file of the open project or session that a text names. Never rejects. */
export function findFile(text: string): Promise<KnownFile | null> {
  const { project, sessionId } = useWindow.getState();
  if (!project || !mayNameFile(text)) return Promise.resolve(null);
  const key = `${project.projectDir}\n${sessionId ?? ''}\n${text}`;
  const known = answers.get(key);
  const now = performance.now();
  if (known && now - known.at < FRESH_MS) return known.file;
  if (answers.size >= MAX_KNOWN) answers.clear();
  const { promise, resolve } = Promise.withResolvers<KnownFile | null>();
  answers.set(key, { at: now, file: promise });
  if (waiting.length === 0) setTimeout(sendBatch, 0);
  waiting.push({ text, settle: resolve });
  return promise;
}

/** A cheap check that avoids most useless lookups: a separator or an extension, and no characters that paths lack. */
export function mayNameFile(text: string): boolean {
  if (text.length < 3 || text.length > 300 || /[\n<>|"*?`$(){};=]|^-|:\/\/|\s{2}/u.test(text)) return false;
  return /[^\s]\/[^\s]|[\w-]\.[A-Za-z]\w*(?::\d|$)/u.test(text);
}

function sendBatch(): void {
  const asked = waiting.splice(0, MAX_ASKED);
  if (waiting.length > 0) setTimeout(sendBatch, 0);
  const { project, sessionId } = useWindow.getState();
  const texts = asked.map(({ text }) => text);
  const found = project
    ? call('editor.find', { projectDir: project.projectDir, ...(sessionId !== null && { sessionId }), texts })
    : Promise.resolve({ files: [] });
  found.then(
    ({ files }) => asked.forEach(({ settle }, index) => settle(files[index] ?? null)),
    // Treat it as plain text.
    () => asked.forEach(({ settle }) => settle(null)),
  );
}

/** The existing file that a text names. `text: null` looks up nothing. */
export function useKnownFile(text: string | null): KnownFile | undefined {
  const [known, setKnown] = useState<{ readonly text: string; readonly file: KnownFile }>();
  useEffect(() => {
    if (text === null) return;
    let current = true;
    void findFile(text).then((file) => {
      if (current && file) setKnown({ text, file });
    });
    return () => {
      current = false;
    };
  }, [text]);
  return known?.text === text ? known.file : undefined;
}
