/**
 * Generates shell lines, decides each, and runs those that some rule set allows in the sandbox: none may do what the rules forbid.
 * Violations are minimized and added to test/fuzz/found.jsonl. Arguments: --seconds N --seed S.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { z } from 'zod';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { makeFuzzFixture } from './fixture.ts';
import { FOUND_FILE, type Found, foundRows } from './found.ts';
import { Judge } from './judge.ts';
import { shellLines } from './lines.ts';
import { minimize } from './minimize.ts';
import { EFFECTS } from './rule-sets.ts';
import { type Effects, runInSandbox, sandboxProblem } from './sandbox.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' }, seed: { type: 'string' } } });
const seconds = z.coerce.number().positive().parse(values.seconds);
const seed = z.coerce
  .number()
  .int()
  .parse(values.seed ?? Date.now() % 1_000_000_000);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Small enough that a batch takes seconds. */
const BATCH = 60;
const PER_ROUND = 1500;
/** More would repeat the same few causes. */
const MOST_FOUND = 100;

interface Side {
  readonly traps: boolean;
  readonly judge: Judge;
}

const problem = sandboxProblem();
if (problem !== undefined) say(`No line is run: ${problem}. Deciding only.`);
say(`Seed ${seed}, ${seconds} s.`);

const engine = await createPermissionEngine();
const sides = [false, true].map((traps): Side => ({ traps, judge: new Judge(engine, makeFuzzFixture(traps), traps) }));
const known = new Set(foundRows().map(keyOf));
const arbitrary = shellLines(attackLines());
const count = { made: 0, allowed: 0, run: 0, lost: 0, asked: 0, fired: 0, found: 0 };
const end = performance.now() + seconds * 1000;

try {
  for (let round = 0; performance.now() < end; round++) await oneRound(round);
} finally {
  for (const { judge } of sides) judge.fixture.remove();
}
say(`${count.made} lines made, ${count.allowed} allowed by some rules, ${count.run} of them run (${count.lost} ended the sandbox).`);
if (count.asked > 0) say(`Of ${count.asked} lines that nothing allows, ${count.fired} ran the canary: the generator does make bad ones.`);
say(`${count.found} new findings.`);
if (count.found > 0) process.exitCode = 1;

async function oneRound(round: number): Promise<void> {
  const side = sides[round % sides.length];
  if (side === undefined) return;
  const lines = [...new Set(fc.sample(arbitrary, { numRuns: PER_ROUND, seed: seed + round }))];
  count.made += lines.length;
  const allowed = lines.filter((line) => side.judge.allowing(line).length > 0);
  count.allowed += allowed.length;
  if (problem !== undefined) return;
  for (let at = 0; at < allowed.length && performance.now() < end; at += BATCH) await runBatch(allowed.slice(at, at + BATCH), side);
  const others = lines.filter((line) => !allowed.includes(line)).slice(0, 5);
  const effects = await runInSandbox(others, side.judge.fixture);
  count.asked += others.length;
  count.fired += effects.filter((one) => one?.canary === true).length;
}

async function runBatch(lines: readonly string[], side: Side): Promise<void> {
  const effects = await runInSandbox(lines, side.judge.fixture);
  count.run += lines.length;
  for (const [index, line] of lines.entries()) {
    const did = effects[index];
    if (did === undefined) count.lost++;
    const found = did === undefined ? undefined : violation(line, did, side);
    if (found !== undefined && count.found < MOST_FOUND) await keep(found, side);
  }
}

/** The first violation of a line under rules that allow it. */
function violation(line: string, did: Effects, { traps, judge }: Side): Found | undefined {
  const allowing = judge.allowing(line);
  for (const effect of EFFECTS) {
    const rules = did[effect] ? allowing.filter(({ forbids }) => forbids.includes(effect)).map(({ name }) => name) : [];
    if (rules.length > 0) return { line, effect, rules, traps };
  }
  return undefined;
}

async function keep(found: Found, side: Side): Promise<void> {
  const { judge } = side;
  const holds = async (candidates: readonly string[]): Promise<boolean[]> => {
    const live = candidates.filter((line) => judge.allowing(line).some(({ name }) => name === found.rules[0]));
    const effects = await runInSandbox(live, judge.fixture);
    return candidates.map((line) => effects[live.indexOf(line)]?.[found.effect] === true);
  };
  const line = await minimize(found.line, holds);
  const [effects] = await runInSandbox([line], judge.fixture);
  const row = effects === undefined ? undefined : violation(line, effects, side);
  if (row === undefined || known.has(keyOf(row))) return;
  known.add(keyOf(row));
  count.found++;
  appendFileSync(FOUND_FILE, `${JSON.stringify(row)}\n`);
  say(`FOUND ${row.effect} although allowed under ${row.rules.join(', ')}: ${JSON.stringify(row.line)}`);
}

function keyOf({ line, effect, traps }: Found): string {
  return [line, effect, traps].join('\0');
}

/** The shell lines of the attack table, with the canary as their command. */
function attackLines(): string[] {
  const row = z.looseObject({ tool: z.string(), input: z.looseObject({ command: z.string().optional() }) });
  const text = readFileSync(new URL('../../conformance/data/attacks.jsonl', import.meta.url), 'utf8');
  const rows = text
    .trim()
    .split('\n')
    .map((line) => row.parse(JSON.parse(line)));
  return rows.flatMap(({ tool, input }) =>
    tool === 'Bash' && input.command !== undefined
      ? [input.command.replaceAll(/touch(?: --)? \/tmp\/\w+/gu, 'canary').replaceAll(/\b(?:id|whoami)\b(?!\w)/gu, 'canary')]
      : [],
  );
}
