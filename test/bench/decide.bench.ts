/**
 * The cost of a decision: with many rules against few, repeated, parsing a line, and deciding past calls again from their facts; the
 * baseline is a linear scan over all rules.
 */
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { matchesCommand } from '#shared/permission/command-pattern.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import { parseRule } from '#shared/permission/grammar.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import { makeFuzzFixture } from '../fuzz/shell/fixture.ts';
import { EVERYDAY_LINES } from '../fuzz/shell/everyday-lines.ts';
import { type Measurement, measure, printTable } from './measure.ts';

const MANY = 10_000;
const PAST = 10_000;
/** Decisions per measured run, since a single one is too short to time. */
const REPEAT = 200;

const engine = await createPermissionEngine();
const fixture = makeFuzzFixture(false);
try {
  await run();
} finally {
  fixture.remove();
}

async function run(): Promise<void> {
  const lines = EVERYDAY_LINES.filter((line) => !line.includes('\n'));
  const bases = { few: context(mixedRules(10)), many: context(mixedRules(MANY)), alike: context(alikeRules(MANY)) };
  const facts = lines.map((line) => analyse(line, bases.few));
  const typical = facts[3];
  if (typical === undefined) return;
  const decideAll = (at: ToolPermissionContext) => (): void => {
    for (let i = 0; i < REPEAT; i++) engine.decide({ ...(facts[i % facts.length] ?? typical) }, at);
  };
  const compiled = bases.many.rules.map(({ text, behavior }) => parseRule(text, behavior).body);
  printTable(`${REPEAT} decisions about different lines`, [
    await measure('10 rules', 30, decideAll(bases.few)),
    await measure(`${MANY} rules of all kinds`, 30, decideAll(bases.many)),
    await measure(`${MANY} rules that all begin with the same word`, 30, decideAll(bases.alike)),
    await measure(`a plain scan over ${MANY} rules, first match`, 3, () => {
      for (let i = 0; i < REPEAT; i++) {
        const text = lines[i % lines.length] ?? '';
        compiled.some((body) => body.kind === 'command' && matchesCommand(body, text));
      }
    }),
  ]);
  await repeated(typical, bases);
  await single('one line taken apart', 'git log --oneline -5', lines, bases.few);
  await past(facts, bases);
  printTable('The first decision after the rules changed, which sorts them', [
    await measure('10 rules', 30, () => engine.decide(typical, context(bases.few.rules))),
    await measure(`${MANY} rules of all kinds`, 10, () => engine.decide(typical, context(bases.many.rules))),
    await measure(`${MANY} rules that all begin with the same word`, 10, () => engine.decide(typical, context(bases.alike.rules))),
  ]);
}

async function repeated(facts: CallFacts, bases: Readonly<Record<string, ToolPermissionContext>>): Promise<void> {
  const measured: Measurement[] = [];
  for (const [name, at] of Object.entries(bases))
    measured.push(await measure(`${name} rules`, 50, () => times(1000, () => engine.decide(facts, at))));
  printTable('1000 times the same call (ms here are µs for one)', measured);
}

async function single(title: string, typical: string, lines: readonly string[], at: ToolPermissionContext): Promise<void> {
  printTable(`${title}, 100 times`, [
    await measure(typical, 30, () => times(100, () => analyse(typical, at))),
    await measure('cd src && grep -rn export . | head -20', 30, () =>
      times(100, () => analyse('cd src && grep -rn export . | head -20', at)),
    ),
    await measure('one everyday line after the other', 30, () => times(100, (i) => analyse(lines[i % lines.length] ?? '', at))),
  ]);
}

async function past(facts: readonly CallFacts[], bases: Readonly<Record<string, ToolPermissionContext>>): Promise<void> {
  const calls = Array.from({ length: PAST }, (_, index): CallFacts => structuredClone(facts[index % facts.length] ?? failed()));
  const measured: Measurement[] = [];
  for (const [name, at] of Object.entries(bases)) {
    // A copy each, because results are cached by call object.
    measured.push(await measure(`${name} rules`, 10, () => calls.forEach((call) => engine.decide({ ...call }, at))));
  }
  printTable(`${PAST} past calls decided again from their facts`, measured);
}

function failed(): never {
  throw new Error('There are no lines.');
}

function times(count: number, work: (index: number) => void): void {
  for (let i = 0; i < count; i++) work(i);
}

function analyse(command: string, at: ToolPermissionContext): CallFacts {
  return engine.analyse({ toolName: 'Bash', input: { command }, cwd: fixture.project }, at);
}

function context(rules: readonly RuleEntry[]): ToolPermissionContext {
  return makePermissionContext({
    projectDir: fixture.project,
    homeDir: fixture.home,
    stateDir: `${fixture.home}/.gatehouse`,
    rules: [...rules],
  });
}

function entry(text: string, index: number, behavior: RuleBehavior): RuleEntry {
  return { id: `user:${behavior}:${index}`, behavior, source: 'user', text };
}

/** Commands, files, domains and servers in the proportions of real settings; most don't match the call. */
function mixedRules(count: number): RuleEntry[] {
  return Array.from({ length: count }, (_, i) => {
    const forms = [
      `Bash(tool${i}:*)`,
      `Bash(npm run script${i})`,
      `Bash(git log --grep ${i}*)`,
      `Bash(make target-${i} *)`,
      `Read(./generated-${i}/**)`,
      `Edit(./src/part-${i}/*.ts)`,
      `WebFetch(domain:host-${i}.example.com)`,
      `mcp__server${i}__tool`,
      `Bash(cargo test ${i} *)`,
      `Bash(echo ${i})`,
    ];
    return entry(forms[i % forms.length] ?? '', i, i % 7 === 3 ? 'deny' : i % 11 === 5 ? 'ask' : 'allow');
  });
}

function alikeRules(count: number): RuleEntry[] {
  return Array.from({ length: count }, (_, i) => entry(`Bash(git log --grep ${i} *)`, i, 'allow'));
}
