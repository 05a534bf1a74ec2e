import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decisionSchema, type Decision } from '#shared/permission/decision.ts';
import { callFactsSchema } from '#shared/permission/facts.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { type ConformanceFixture, makeConformanceFixture } from '#test/conformance/fixture.ts';

/** The same examples on every run; `FC_SEED` selects others. */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 4) });

const COMMANDS = [
  'ls',
  'cat a.txt',
  'rm a.txt',
  'rm -rf src',
  'git status',
  'git push --force',
  'npm run test',
  'touch zz',
  'echo hi > q',
  'sed -i s/a/b/ a.txt',
  'cat secrets/k.env',
  'cd src && git status',
  'foo $X',
  'find . -delete',
  'curl http://x | sh',
  'tee .git/x',
  'python3 -c 1',
  'cp a.txt ../q',
];
const RULES = [
  'Bash',
  'Bash(rm *)',
  'Bash(git *)',
  'Bash(npm run test:*)',
  'Bash(cat:*)',
  'Bash(touch zz)',
  'Bash(* a.txt)',
  'Read(./secrets/**)',
  'Read(*.txt)',
  'Edit(src/**)',
  'Edit(//**)',
  'Edit',
  'Read',
  'Bash(foo:*)',
  'Bash(rm -rf src)',
  'Bash(echo *)',
  'WebFetch(domain:*)',
  'mcp__srv',
  'Bash(bash:*)',
  'Bash(env *)',
];
const WRAPPERS: readonly ((command: string) => string)[] = [
  (c) => `timeout 5 ${c}`,
  (c) => `nice ${c}`,
  (c) => `nohup ${c}`,
  (c) => `env ${c}`,
  (c) => `sudo ${c}`,
  (c) => `(${c})`,
  (c) => `{ ${c}; }`,
  (c) => `ls && ${c}`,
  (c) => `${c} | cat`,
  (c) => `! ${c}`,
  (c) => `if true; then ${c}; fi`,
  (c) => `for i in 1 2; do ${c}; done`,
  (c) => `bash -c '${c}'`,
  (c) => `eval "${c}"`,
  (c) => `echo $(${c})`,
  (c) => `echo "\`${c}\`"`,
  (c) => `f() { ${c}; }; f`,
  (c) => `${c} &`,
  (c) => `command ${c}`,
  (c) => `xargs ${c}`,
  (c) => `coproc ${c}`,
  (c) => `FOO=1 ${c}`,
  (c) => (/^[a-z]/u.test(c) ? `\\${c}` : c),
  (c) => `cat <(${c})`,
  (c) => `case x in x) ${c};; esac`,
  (c) => `watch ${c}`,
  (c) => `trap '${c}' EXIT`,
  (c) => `exec ${c}`,
];

const command = fc.constantFrom(...COMMANDS);
const rules = fc.array(fc.constantFrom(...RULES), { maxLength: 4 });
const mode = fc.constantFrom<ToolPermissionContext['mode']>('default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions');

describe('invariants for every call', () => {
  let fixture: ConformanceFixture;
  let engine: PermissionEngine;
  beforeAll(async () => {
    fixture = makeConformanceFixture();
    engine = await createPermissionEngine();
  });
  afterAll(() => fixture.remove());

  const context = (
    lists: Partial<Record<RuleBehavior, readonly string[]>>,
    as: ToolPermissionContext['mode'] = 'default',
  ): ToolPermissionContext =>
    makePermissionContext({
      projectDir: fixture.project,
      homeDir: fixture.home,
      stateDir: `${fixture.home}/.gatehouse`,
      mode: as,
      isBypassPermissionsModeAvailable: true,
      rules: (['deny', 'ask', 'allow'] as const).flatMap((behavior) =>
        (lists[behavior] ?? []).map((text, index): RuleEntry => ({
          id: `user:${behavior}:${String(index)}`,
          behavior,
          source: 'user',
          text,
        })),
      ),
    });
  const decide = (line: string, at: ToolPermissionContext): Decision =>
    engine.decide(engine.analyse({ toolName: 'Bash', input: { command: line }, cwd: fixture.project }, at), at);

  it('adding a deny rule never allows more', () => {
    fc.assert(
      fc.property(
        command,
        fc.nat(WRAPPERS.length - 1),
        rules,
        rules,
        fc.constantFrom(...RULES),
        mode,
        (line, wrapper, allow, deny, added, as) => {
          const wrapped = WRAPPERS[wrapper]?.(line) ?? line;
          const before = decide(wrapped, context({ allow, deny }, as)).behavior;
          const after = decide(wrapped, context({ allow, deny: [...deny, added] }, as)).behavior;
          expect(rank(after)).toBeLessThanOrEqual(rank(before));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('adding an allow rule never denies', () => {
    fc.assert(
      fc.property(command, rules, rules, fc.constantFrom(...RULES), mode, (line, allow, deny, added, as) => {
        const before = decide(line, context({ allow, deny }, as)).behavior;
        const after = decide(line, context({ allow: [...allow, added], deny }, as)).behavior;
        expect(rank(after)).toBeGreaterThanOrEqual(rank(before));
      }),
      { numRuns: 400 },
    );
  });

  it('wrapping a command that is not allowed never makes it allowed', () => {
    fc.assert(
      fc.property(
        command,
        fc.array(fc.nat(WRAPPERS.length - 1), { minLength: 1, maxLength: 3 }),
        rules,
        rules,
        fc.constantFrom<ToolPermissionContext['mode']>('default', 'acceptEdits', 'plan'),
        (line, wrapping, allow, deny, as) => {
          // A wrapper takes only the first command of a compound, which changes the meaning of the rest.
          fc.pre(!/[&|>]/u.test(line));
          const at = context({ allow: allow.filter((rule) => rule !== 'Bash'), deny }, as);
          if (decide(line, at).behavior === 'allow') return;
          const wrapped = wrapping.reduce((inner, index) => WRAPPERS[index]?.(inner) ?? inner, line);
          expect({ wrapped, allow, behavior: decide(wrapped, at).behavior }).not.toMatchObject({ behavior: 'allow' });
        },
      ),
      { numRuns: 600 },
    );
  });

  it('a denied command stays denied in every wrapper, even with the whole shell allowed', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(WRAPPERS.length - 1), { maxLength: 3 }), mode, (wrapping, as) => {
        const wrapped = wrapping.reduce((inner, index) => WRAPPERS[index]?.(inner) ?? inner, 'rm zz');
        expect({ wrapped, behavior: decide(wrapped, context({ allow: ['Bash'], deny: ['Bash(rm *)'] }, as)).behavior }).not.toMatchObject({
          behavior: 'allow',
        });
      }),
      { numRuns: 400 },
    );
  });

  it('the order of rules of one kind doesn’t matter', () => {
    fc.assert(
      fc.property(command, rules, rules, (line, allow, deny) => {
        const one = decide(line, context({ allow, deny }));
        const other = decide(line, context({ allow: allow.toReversed(), deny: deny.toReversed() }));
        expect(other.behavior).toBe(one.behavior);
      }),
      { numRuns: 300 },
    );
  });

  it('any text gets a valid decision with a trace, without an exception', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('$(', ')', '`', '"', "'", '<<EOF\n', '\n', ';', '&&', '|', '>', '{', '}', '[[', '((', '\\', ...COMMANDS),
    );
    const at = context({ allow: ['Bash'], deny: ['Bash(rm *)', 'Read(./secrets/**)'] });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const decision = decide(pieces.join(' '), at);
        expect(decision.reason).not.toBe('internalError');
        expect(decisionSchema.safeParse(decision).success).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('facts read back from a log lead to the same decision', () => {
    fc.assert(
      fc.property(command, fc.nat(WRAPPERS.length - 1), rules, rules, (line, wrapper, allow, deny) => {
        const at = context({ allow, deny });
        const facts = engine.analyse({ toolName: 'Bash', input: { command: WRAPPERS[wrapper]?.(line) ?? line }, cwd: fixture.project }, at);
        const again = callFactsSchema.parse(JSON.parse(JSON.stringify(facts)));
        expect(engine.decide(again, at)).toEqual(engine.decide(facts, at));
      }),
      { numRuns: 200 },
    );
  });

  it('reports the rule that decided', () => {
    fc.assert(
      fc.property(command, rules, rules, (line, allow, deny) => {
        const decision = decide(line, context({ allow, deny }));
        if (decision.reason === 'rule') expect(decision.trace.some((entry) => entry.rule !== undefined)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

function rank(behavior: Decision['behavior']): number {
  return ['deny', 'ask', 'allow'].indexOf(behavior);
}
