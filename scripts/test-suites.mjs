// Runs all or the named suites, and ends with one summary line. Runs on the pinned Node.
import { SUITES } from './lib/suites.mjs';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
const print = (text) => process.stdout.write(`${text}\n`);

if (unknown.length > 0) {
  print(`There is no suite ${unknown.join(', ')}. Choose from ${SUITES.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

const totals = { passed: 0, failed: 0 };
const lines = [];
for (const { name, run } of SUITES.filter((suite) => names.length === 0 || names.includes(suite.name))) {
  print(`\n== ${name}`);
  const started = performance.now();
  const result = await run().catch((error) => ({ passed: 0, failed: 1, skipped: [], output: error.message }));
  const { passed, failed, skipped, flaky = [], output } = result;
  if (output) print(output);
  totals.passed += passed;
  totals.failed += failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  lines.push(
    `${name.padEnd(8)} ${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''} (${seconds} s)`,
  );
  for (const what of skipped) lines.push(`         skipped: ${what}`);
  for (const what of flaky) lines.push(`         flaky, passed when repeated: ${what}`);
}

print(`\n${lines.join('\n')}\n\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;
