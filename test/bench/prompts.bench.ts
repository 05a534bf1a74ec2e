/**
 * How often a person is asked: recorded agent calls, session by session, decided but never run. Without arguments the invented calls of
 * this project; with files (`npm run bench prompts -- FILE…`, JSON lines, optionally compressed) those.
 */
import path from 'node:path';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { type Asks, countAsks, printBreakdown, printRates } from './support/ask-tables.ts';
import { readRecordedCalls } from './support/recorded-calls.ts';
import { makeRecordedProject } from './support/recorded-project.ts';
import { replay, type ReplaySetting } from './support/replay.ts';

const OWN_CALLS = path.join(import.meta.dirname, 'support/invented-calls.jsonl');
const RULES = ['npm run', 'npm test', 'pytest', 'python -m pytest', 'git add', 'git commit', 'make', 'cargo', 'go test'].map(
  (start) => `Bash(${start}:*)`,
);

const SETTINGS: readonly ReplaySetting[] = (['default', 'acceptEdits'] as const).flatMap((mode) => [
  { name: mode, mode, allow: [], takesSuggestions: false },
  { name: `${mode} + rules`, mode, allow: [...RULES, 'Edit'], takesSuggestions: false },
  { name: `${mode} + rule for .env`, mode, allow: [], deny: ['Read(./.env)', 'Read(./.env.*)'], takesSuggestions: false },
  { name: `${mode} + network`, mode, allow: [], networkReads: true, takesSuggestions: false },
  { name: `${mode}, suggestions taken`, mode, allow: [], takesSuggestions: true },
]);

const engine = await createPermissionEngine();
const args = process.argv.slice(2);
for (const file of args.length === 0 ? [OWN_CALLS] : args) {
  const calls = readRecordedCalls(path.resolve(process.env['INIT_CWD'] ?? '.', file));
  const project = makeRecordedProject(calls);
  try {
    const asks: Asks[] = SETTINGS.map((setting) => countAsks(setting.name, replay(calls, project, engine, setting)));
    printRates(`${path.basename(file)}: ${String(calls.length)} calls, questions per 100`, asks);
    for (const one of asks.filter(({ name }) => name.startsWith('acceptEdits'))) printBreakdown(one);
  } finally {
    project.remove();
  }
}
