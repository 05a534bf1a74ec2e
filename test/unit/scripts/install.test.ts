import { expect, it } from 'vitest';
import { runNpm } from '../../../scripts/lib/install.mjs';

const CI = ['ci'];
const INSTALL = ['install', '--no-save'];
const failed = (output: string) => ({ code: 1, output });
const done = { code: 0, output: '' };

it.each([
  { what: 'success', results: [done], whole: [true], runs: [CI], code: 0 },
  {
    what: 'a temporary DNS failure',
    results: [failed('npm error code EAI_AGAIN'), done],
    whole: [true],
    runs: [CI, CI],
    code: 0,
  },
  { what: 'a corrupted download', results: [failed('npm error code EINTEGRITY'), done], whole: [true], runs: [CI, CI], code: 0 },
  { what: 'a missing optional package', results: [done, done], whole: [false, true], runs: [CI, CI], code: 0 },
  { what: 'an optional package that is always missing', results: [done, done], whole: [false, false], runs: [CI, CI], code: 0 },
  { what: 'no network', results: [failed('ENOTFOUND'), failed('ENOTFOUND')], whole: [], runs: [CI, CI], code: 1 },
  { what: 'a permanent failure', results: [failed('npm error code ENOSPC')], whole: [], runs: [CI], code: 1 },
  { what: 'a lockfile that npm ci rejects', results: [failed('npm error code EUSAGE'), done], whole: [true], runs: [CI, INSTALL], code: 0 },
  {
    what: 'such a lockfile and a temporary network failure',
    results: [failed('EUSAGE'), failed('ECONNRESET'), done],
    whole: [true],
    runs: [CI, INSTALL, INSTALL],
    code: 0,
  },
])('npm, and $what', async ({ results, whole, runs, code }) => {
  const [left, answers] = [[...results], [...whole]];
  const ran: (readonly string[])[] = [];
  const run = (words: readonly string[]) => {
    ran.push(words);
    return Promise.resolve(left.shift() ?? failed('not expected'));
  };
  const result = await runNpm(run, CI, { isWhole: () => answers.shift() ?? false, pauseMs: 0 });
  expect({ ran, code: result.code }).toEqual({ ran: runs, code });
});
