import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { CHECKS, runCheck } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { cacheDir, packageBin, pinnedNode, root } from './paths.mjs';
import { runInPlace } from './run.mjs';
import { setUp } from './setup.mjs';

/**
 * `flaky`: tests that failed and passed when repeated; they count as passed.
 * @typedef {{passed: number, failed: number, skipped: string[], flaky?: string[], output?: string}} SuiteResult
 */

const RESULTS_DIR = path.join(cacheDir, 'test-results');

/** Every suite in running order, fastest first. Each `run` resolves to a SuiteResult. */
export const SUITES = [
  ...CHECKS.map((check) => ({ name: check.name, run: () => runAsSuite(check) })),
  { name: 'unit', run: () => runVitest() },
  { name: 'browser', run: () => runPlaywright() },
];

async function runAsSuite(check) {
  const { passed, output } = await runCheck(check);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: [], output: passed ? '' : output };
}

async function runVitest() {
  const file = resultsFile('unit');
  const code = await runInPlace(
    pinnedNode(),
    [packageBin('vitest', 'vitest.mjs'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    { cwd: root, env: { ...process.env, NO_COLOR: '1' } },
  );
  return counted(code, file, ({ testResults }) => {
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    const unloaded = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    );
    return {
      passed: tests.filter(({ status }) => status === 'passed').length,
      failed: tests.filter(({ status }) => status === 'failed').length + unloaded.length,
      skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ fullName }) => fullName),
    };
  });
}

/**
 * The browser tests run on the built app, so a failed build counts as theirs; the other suites don't need it.
 * Chromium drops some of the input that its DevTools protocol sends, so a failed test is repeated once, and then named.
 */
async function runPlaywright() {
  await setUp();
  const executable = await ensureChromium();
  const file = resultsFile('browser');
  const env = { ...process.env, GATEHOUSE_CHROMIUM: executable, PLAYWRIGHT_JSON_OUTPUT_FILE: file, FORCE_COLOR: '0' };
  const code = await runInPlace(pinnedNode(), [packageBin('playwright', 'cli.js'), 'test', '--retries=1', '--reporter=list,json'], {
    cwd: root,
    env,
  });
  return counted(code, file, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: suites.flatMap(skippedSpecs),
    flaky: suites.flatMap(flakySpecs),
  }));
}

function flakySpecs({ suites = [], specs = [] }) {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ title }) => title);
  return [...own, ...suites.flatMap(flakySpecs)];
}

function skippedSpecs({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations = [] }) => {
        const reason = annotations.find(({ type }) => type === 'skip')?.description;
        return reason ? `${title}: ${reason}` : title;
      }),
  );
  return [...own, ...suites.flatMap(skippedSpecs)];
}

function resultsFile(name) {
  mkdirSync(RESULTS_DIR, { recursive: true });
  const file = path.join(RESULTS_DIR, `${name}.json`);
  rmSync(file, { force: true });
  return file;
}

/** A runner that failed without a failed test (or left no results) still counts as one failure. */
export function counted(code, file, read) {
  let result;
  try {
    result = read(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    return { passed: 0, failed: 1, skipped: [], output: `No results (exit ${code}): ${error.message}` };
  }
  if (code !== 0 && result.failed === 0) return { ...result, failed: 1, output: `The test runner ended with ${code}.` };
  return result;
}
