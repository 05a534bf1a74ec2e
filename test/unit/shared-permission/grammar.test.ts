import { describe, expect, it } from 'vitest';
import { explainRule, ruleSubject } from '#shared/permission/explain-rule.ts';
import { parseRule } from '#shared/permission/grammar.ts';

describe('parseRule', () => {
  it.each([
    ['Bash', 'allow', { kind: 'whole' }],
    ['Bash(*)', 'allow', { kind: 'whole' }],
    ['Bash(npm run test:*)', 'allow', { kind: 'command', form: 'prefix', text: 'npm run test' }],
    ['Bash(ls *)', 'allow', { kind: 'command', form: 'prefix', text: 'ls' }],
    ['Bash(ls*)', 'allow', { kind: 'command', form: 'wildcard', text: 'ls*' }],
    ['Bash(a * b *)', 'deny', { kind: 'command', form: 'wildcard', text: 'a * b *' }],
    ['Bash(make build)', 'allow', { kind: 'command', form: 'exact', text: 'make build' }],
    ['Bash(cmd(x) y)', 'allow', { kind: 'command', form: 'exact', text: 'cmd(x) y' }],
    ['Bash(run_in_background:true)', 'deny', { kind: 'param', name: 'run_in_background', value: 'true' }],
    ['Bash(npm:test)', 'deny', { kind: 'command', form: 'exact', text: 'npm:test' }],
    ['Read(./secrets/**)', 'deny', { kind: 'path', pattern: './secrets/**' }],
    ['Read( a.txt )', 'deny', { kind: 'path', pattern: 'a.txt' }],
    ['WebFetch(domain:Example.COM.)', 'allow', { kind: 'domain', host: 'example.com' }],
    ['mcp__srv', 'allow', { kind: 'mcp', pattern: 'mcp__srv' }],
    ['mcp__srv__get_*', 'allow', { kind: 'mcp', pattern: 'mcp__srv__get_*' }],
    ['mcp__*', 'deny', { kind: 'mcp', pattern: 'mcp__*' }],
    ['*', 'deny', { kind: 'toolGlob', pattern: '*' }],
    ['Agent(model:opus)', 'deny', { kind: 'param', name: 'model', value: 'opus' }],
    ['Skill(review *)', 'allow', { kind: 'target', name: 'review', withArgs: true }],
  ] as const)('parses %s (%s)', (text, behavior, body) => {
    expect(parseRule(text, behavior).body).toEqual(body);
  });

  it('parses Task as Agent', () => {
    expect(parseRule('Task(Explore)', 'deny')).toMatchObject({ tool: 'Agent', body: { kind: 'target', name: 'Explore' } });
  });

  it.each([
    ['Bash(rm', 'deny'],
    ['Bash (foo *)', 'allow'],
    ['Bash(foo *) ', 'allow'],
    ['Bash()', 'allow'],
    ['Bash(:*)', 'allow'],
    ['*', 'allow'],
    ['mcp__*', 'allow'],
    ['mcp__*__t1', 'allow'],
    ['mcp__srv(*)', 'allow'],
    ['Write(src/**)', 'deny'],
    ['Glob(src/**)', 'deny'],
    ['Read(../x)', 'deny'],
    ['WebFetch(https://example.com/*)', 'allow'],
    ['TodoWrite(x)', 'allow'],
    ['', 'deny'],
  ] as const)('reports that %j (%s) is inert, and why', (text, behavior) => {
    const { body, diagnostics } = parseRule(text, behavior);
    expect(body.kind).toBe('inert');
    expect(diagnostics.some((one) => one.severity === 'error' && one.message.length > 10)).toBe(true);
  });

  it.each([
    ['Edti(src/**)', 'No tool called Edti. Did you mean Edit?'],
    ['bash(ls)', 'No tool called bash. Did you mean Bash?'],
    ['Writ(src/**)', 'No tool called Writ. Did you mean Write?'],
    ['Deploy(prod)', 'No tool called Deploy.'],
    ['TodoWrite(x)', 'Rules for TodoWrite can’t have parentheses. Write TodoWrite alone.'],
  ])('says what is wrong with the tool of %s', (text, message) => {
    expect(parseRule(text, 'allow').diagnostics).toEqual([{ severity: 'error', message }]);
  });

  it.each([
    ['Bash(git:* push)', 'colon is literal'],
    ['Read(/etc/passwd)', '//etc/passwd'],
    ['Read({docs,lib}/**)', 'Braces are literal'],
    [' Bash', 'ignored'],
  ])('warns about %s', (text, words) => {
    expect(parseRule(text, 'deny').diagnostics).toContainEqual({ severity: 'warning', message: expect.stringContaining(words) });
  });
});

describe('explainRule', () => {
  it.each([
    ['Bash(git push *)', 'ask', 'Always asks: the command “git push”, alone or with anything after it.'],
    ['Read(.env)', 'deny', 'Never runs: reading files called .env, anywhere in the project folder.'],
    ['Read(./.env)', 'deny', 'Never runs: reading files called .env, anywhere in the project folder.'],
    ['Read(*.pem)', 'deny', 'Never runs: reading files whose name matches *.pem, anywhere in the project folder.'],
    ['Read(secrets/)', 'ask', 'Always asks: reading files in folders called secrets, anywhere in the project folder.'],
    ['Edit(src/**)', 'allow', 'Runs without asking: changing everything in ./src.'],
    ['Edit(./src/**)', 'deny', 'Never runs: changing files in folders called src, anywhere in the project folder.'],
    ['Edit(src)', 'allow', 'Runs without asking: changing files and folders called src, anywhere in the project folder.'],
    ['Edit(src/*.ts)', 'deny', 'Never runs: changing files that match ./src/*.ts.'],
    ['Read(//etc/hosts)', 'allow', 'Runs without asking: reading /etc/hosts.'],
    ['Read(//srv/data/**)', 'deny', 'Never runs: reading everything in /srv/data.'],
    ['Read(~/notes/*.md)', 'ask', 'Always asks: reading files that match ~/notes/*.md.'],
    ['Edit(/docs/**)', 'allow', 'Runs without asking: changing everything in docs, in the settings file’s own folder.'],
    [
      'WebFetch(domain:*.example.com)',
      'allow',
      'Runs without asking: fetching from sub-domains of example.com, not from example.com itself.',
    ],
    ['mcp__srv', 'allow', 'Runs without asking: every tool of the MCP server srv.'],
    ['Agent(Explore)', 'allow', 'Runs without asking: starting the agent Explore.'],
    ['Skill(commit)', 'allow', 'Runs without asking: using the skill commit without arguments.'],
    ['Skill(commit)', 'deny', 'Never runs: using the skill commit.'],
    ['Skill(commit *)', 'allow', 'Runs without asking: using the skill commit with any arguments.'],
    ['Workflow(release)', 'ask', 'Always asks: starting the workflow release.'],
    ['Write(x)', 'deny', 'Never runs: nothing. Path rules for Write have no effect. Write Edit(x).'],
  ] as const)('%s (%s)', (text, behavior, sentence) => {
    expect(explainRule(text, behavior)).toBe(sentence);
  });

  it.each([
    ['local', 'in the project folder'],
    ['project', 'in the project folder'],
    ['user', 'in the settings file’s own folder'],
  ] as const)('says where a path of a rule starts: %s', (source, where) => {
    expect(explainRule('Edit(/docs/**)', 'allow', source)).toBe(`Runs without asking: changing everything in docs, ${where}.`);
    expect(ruleSubject('Edit(/new.txt)', 'allow')).toBe('Changing new.txt, in the project folder');
  });
});
