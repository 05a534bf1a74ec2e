import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { LogFile } from '#main/log/log-file.ts';
import { TempProject } from '#test/support/temp-project.ts';

const logs = (place: TempProject): string => join(place.stateDir, 'logs');
const read = (place: TempProject, name = 'gatehouse.log'): string => readFileSync(join(logs(place), name), 'utf8');

it('appends lines in order, in a file and folder for this user only', async () => {
  using place = new TempProject();
  const file = new LogFile({ dir: logs(place) });
  expect(existsSync(logs(place))).toBe(false);
  for (const line of ['one\n', 'two\n']) file.write(line);
  await file.settled();
  file.write('three\n');
  await file.settled();
  expect(read(place)).toBe('one\ntwo\nthree\n');
  expect([statSync(logs(place)).mode & 0o777, statSync(file.path).mode & 0o777]).toEqual([0o700, 0o600]);
});

it('keeps two full files beside the current one', async () => {
  using place = new TempProject();
  const file = new LogFile({ dir: logs(place), maxBytes: 10 });
  for (const line of ['1234567\n', '2345678\n', '3456789\n', '4567890\n']) {
    file.write(line);
    await file.settled();
  }
  expect(readdirSync(logs(place)).toSorted()).toEqual(['gatehouse.1.log', 'gatehouse.2.log', 'gatehouse.log']);
  expect([read(place), read(place, 'gatehouse.1.log'), read(place, 'gatehouse.2.log')]).toEqual(['4567890\n', '3456789\n', '2345678\n']);
});

it('loses lines that can’t be written, and reports how many once it can', async () => {
  using place = new TempProject();
  // A file where the folder belongs, since root may write to read-only folders.
  writeFileSync(logs(place), '');
  const file = new LogFile({ dir: logs(place) });
  file.write('lost\n');
  file.write('lost too\n');
  await file.settled();
  file.write('flushed\n');
  file.flush();
  expect(readFileSync(logs(place), 'utf8')).toBe('');
  execFileSync('rm', [logs(place)]);
  file.write('written\n');
  await file.settled();
  expect(read(place)).toBe('(2 earlier lines could not be written)\nwritten\n');
});

it.skipIf(process.getuid?.() === 0)('continues when the folder can’t be written', async () => {
  using place = new TempProject();
  mkdirSync(logs(place));
  chmodSync(logs(place), 0o500);
  const file = new LogFile({ dir: logs(place) });
  file.write('lost\n');
  await file.settled();
  file.write('lost\n');
  file.flush();
  expect(readdirSync(logs(place))).toEqual([]);
});

it('limits the number of lines waiting for the disk', async () => {
  using place = new TempProject();
  const file = new LogFile({ dir: logs(place) });
  for (let line = 0; line < 1500; line++) file.write(`${line}\n`);
  await file.settled();
  const lines = read(place).trim().split('\n');
  expect([lines.length, lines[0]]).toEqual([1001, '(500 earlier lines could not be written)']);
});

it('writes the waiting lines when the process ends', () => {
  using place = new TempProject();
  const module = pathToFileURL(join(import.meta.dirname, '../../../main/log/start-logging.ts')).href;
  const logger = pathToFileURL(join(import.meta.dirname, '../../../main/log/logger.ts')).href;
  writeFileSync(
    place.path('ends.mjs'),
    `import { startLogging } from '${module}'; import { createLogger } from '${logger}';
     startLogging({ stateDir: ${JSON.stringify(place.stateDir)}, env: {} });
     createLogger('test').warn('the last words');
     process.exit(3);`,
  );
  expect(() => execFileSync(process.execPath, [place.path('ends.mjs')], { stdio: 'ignore' })).toThrow(/Command failed/);
  expect(read(place)).toMatch(/ warn test: the last words\n$/);
});
