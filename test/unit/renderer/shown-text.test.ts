import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Terminal } from '@xterm/headless';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { MarkdownRendered } from '../../../renderer/conversation/markdown/markdown-rendered.tsx';
import { MiddleEllipsis } from '../../../renderer/ui/display/middle-ellipsis.tsx';
import { silence } from '../../../renderer/terminals/screen/terminal-reports.ts';
import table from '../../conformance/data/attacks.jsonl?raw';

const rowSchema = z.object({ id: z.string(), input: z.object({ payload: z.record(z.string(), z.unknown()).optional() }) });

function payload(id: string): Record<string, unknown> {
  const rows = table
    .trim()
    .split('\n')
    .map((line) => rowSchema.safeParse(JSON.parse(line)).data);
  const found = rows.find((row) => row?.id === id)?.input.payload;
  if (!found) throw new Error(`No row ${id}`);
  return found;
}

it.each(['ipc-011', 'ipc-012'])('%s: text from a model creates no script, frame, image or event handler', (id) => {
  const shown = renderToStaticMarkup(createElement(MarkdownRendered, { text: String(payload(id)['markdown']) }));
  // The window's own icon on the copy button.
  const html = shown.replaceAll(/<svg [^>]*class="lucide lucide-copy"[^>]*>(?:<(?:rect|path) [^>]*><\/(?:rect|path)>)*<\/svg>/gu, '');
  expect(html).not.toMatch(/<(?:script|svg|iframe|img|object|embed|style)\b|<[^>]*\s(?:on\w+|srcdoc|href="(?:javascript|data|file))/iu);
  expect(html.length).toBeGreaterThan(10);
});

it.each(['ipc-017', 'ipc-018', 'ipc-019'])('%s: program output is rendered and never answered', async (id) => {
  const terminal = new Terminal({ cols: 80, rows: 24, allowProposedApi: true, windowOptions: { getWinTitle: true } });
  silence(terminal);
  const answers: string[] = [];
  terminal.onData((data) => answers.push(data));
  await new Promise<void>((resolve) => terminal.write(`${String(payload(id)['data'])}\u001b[6n\u001b[c`, resolve));
  expect(answers).toEqual([]);
  terminal.dispose();
});

it('text about a call by a model or repository is rendered with hidden characters marked', () => {
  const dir = path.join(import.meta.dirname, '../../../renderer');
  const raw = globSync('**/*.tsx', { cwd: dir }).flatMap(
    (file) =>
      readFileSync(path.join(dir, file), 'utf8')
        .match(/>\s*\{(?:[\w?.]*\.)?summary\}/gu)
        ?.map((found) => `${file}: ${found}`) ?? [],
  );
  expect(raw).toEqual([]);
  const shown = renderToStaticMarkup(createElement(MiddleEllipsis, { text: 'src/\u202Etxt.\u200Bexe' }));
  expect(shown.replaceAll(/ title="[^"]*"/gu, '')).not.toMatch(/[\u202E\u200B]/u);
  expect(shown).toContain('U+202E');
});
