import { expect, it } from 'vitest';
import type { CallRow } from '#shared/session/view.ts';
import { checksOf } from '../../../../renderer/conversation/turn/checks.ts';
import { row } from '../timeline/rows.ts';

const command = (callId: string, summary: string, change: Partial<CallRow> = {}): CallRow =>
  row(callId, { state: 'done', view: { kind: 'command', title: 'Run', summary }, ...change });

it.each([
  ['npm test -- low-water', true],
  ['npm run lint', true],
  ['pnpm typecheck', true],
  ['cd packages/app && yarn test', true],
  ['CI=1 npx vitest run', true],
  ['node --test test/', true],
  ['python -m pytest -q', true],
  ['cargo clippy', true],
  ['./gradlew check', true],
  ['make -C docs lint', true],
  ['cat test.txt', false],
  ['npm install', false],
  ['git diff --check', false],
  ['echo npm test', false],
  ['rm -rf build', false],
])('knows whether a command checks the project: %s', (line, isCheck) => {
  expect(checksOf([command('c', line)]).length === 1).toBe(isCheck);
});

it('counts the last run of each check', () => {
  const checks = checksOf([
    command('c1', 'npm test', { state: 'failed', exitCode: 1 }),
    command('c2', 'npm run lint', { exitCode: 0 }),
    command('c3', 'npm test', { exitCode: 0 }),
    command('c4', 'npm run build', { state: 'denied' }),
  ]);
  expect(checks.map(({ callId, passed }) => `${callId} ${passed}`)).toEqual(['c2 true', 'c3 true']);
});
