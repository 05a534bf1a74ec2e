import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { doctor } from '#main/cli/doctor.ts';
import { setUpSchema, type SetUp } from '#shared/compatibility/set-up.ts';
import { parseJson } from '#shared/json-limits.ts';
import { PROJECT, USER } from '../settings/settings-files.ts';
import { tempProject, type TempProject } from '../settings/temp-project.ts';

function run(temp: TempProject, ...more: string[]): { readonly code: number; readonly text: string } {
  let text = '';
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  const args = ['--project', temp.projectDir, '--home', temp.homeDir, ...more];
  const code = doctor(args, { stdout, env: { GATEHOUSE_HOME: temp.stateDir } });
  return { code, text };
}

function read(temp: TempProject): SetUp & { readonly code: number } {
  const { code, text } = run(temp, '--json');
  return { ...setUpSchema.parse(parseJson(text)), code };
}

const brief = ({ items }: SetUp, temp: TempProject): string[] =>
  items.map(({ kind, name, state }) => `${state} ${kind} ${name.replace(`${temp.root}/`, '')}`);

describe('gatehouse doctor', () => {
  it('says so when nothing is set up', () => {
    const temp = tempProject();
    const { code, text } = run(temp);
    expect(code).toBe(0);
    expect(text).toBe(`Set-up for ${temp.projectDir} (not trusted)\n\nNothing is set up.\n`);
  });

  it('lists every file, key, rule, hook, server, agent, skill and instruction file, problems first', () => {
    const temp = tempProject();
    temp.write(USER, {
      model: 'opus',
      theme: 'dark',
      modle: 'opus',
      sandbox: { enabled: true },
      permissions: { allow: ['Read'], deny: ['Bash('] },
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'say done' }] }] },
      env: { TOKEN: 'secret-value' },
    });
    temp.write('home/.claude.json', { mcpServers: { files: { command: 'serve', args: ['--all'] }, odd: { url: 'https://example.com' } } });
    temp.write('home/.claude/agents/reviewer.md', '---\nname: reviewer\ndescription: Reviews.\nskills: [a]\n---\nReview.');
    temp.write('home/.claude/skills/deploy/SKILL.md', '---\ndescription: Deploys.\n---\nDeploy.');
    temp.write('home/.claude/commands/test.md', 'Run the tests.');
    temp.write('home/.claude/CLAUDE.md', 'Be brief.');
    const found = read(temp);
    const lines = brief(found, temp);
    for (const expected of [
      'broken file home/.claude/settings.json',
      'broken rule Bash(',
      'broken server odd',
      'unguarded setting sandbox.enabled',
      'none setting theme',
      'none setting modle',
      'partly file home/.claude/agents/reviewer.md',
      'works file home/.claude.json',
      'works setting model',
      'works rule Read',
      'works hook Stop',
      'works server files',
      'works agent reviewer',
      'works skill deploy',
      'works command test',
      'works instructions home/.claude/CLAUDE.md',
    ])
      expect(lines).toContain(expected);
    expect(lines[0]).toMatch(/^broken/u);
    expect(found.code).toBe(1);
    expect(run(temp, '--all').text).toContain('hook Stop (say done)');
    expect(run(temp, '--all').text).not.toContain('secret-value');
  });

  it('says what an untrusted folder would bring, and that none of it counts', () => {
    const temp = tempProject();
    temp.write(PROJECT, {
      model: 'haiku',
      permissions: { allow: ['Bash'], deny: ['WebFetch'] },
      hooks: { SessionStart: [{ hooks: [{ type: 'command', command: './setup.sh' }] }] },
    });
    temp.write('project/CLAUDE.md', 'Use tabs.');
    temp.write('project/.mcp.json', { mcpServers: { files: { command: 'serve' } } });
    temp.write('project/.claude/agents/reviewer.md', '---\nname: reviewer\ndescription: Reviews.\n---\nReview.');
    const found = read(temp);
    expect(found).toMatchObject({ trusted: false, code: 0 });
    expect(brief(found, temp)).toEqual([
      'waiting setting permissions.allow',
      'waiting setting model',
      'waiting setting hooks',
      'waiting rule Bash',
      'waiting hook SessionStart',
      'waiting server files',
      'waiting agent reviewer',
      'waiting instructions project/CLAUDE.md',
      'works file project/.claude/settings.json',
      'works file project/.mcp.json',
      'works setting permissions.deny',
      'works rule WebFetch',
    ]);
  });

  it('names what has priority', () => {
    const temp = tempProject();
    temp.write(USER, { model: 'opus' });
    temp.write('project/.claude/settings.local.json', { model: 'haiku' });
    const { items } = read(temp);
    expect(
      items.filter(({ name }) => name === 'model').map(({ state, source, why }) => [state, source, why.replace(temp.root, '')]),
    ).toEqual([
      ['overridden', 'user', '/project/.claude/settings.local.json has priority.'],
      ['works', 'local', ''],
    ]);
  });

  it('prints texts of a repository on one line each, without control characters', () => {
    const temp = tempProject();
    temp.write(PROJECT, { permissions: { allow: ['Bash(echo \u001b[31m\nWorks (9): all)'] } });
    const { text } = run(temp);
    expect(text).not.toContain('\u001b');
    expect(text.split('\n').some((line) => line.startsWith('Works (9)'))).toBe(false);
  });

  it('lists at most 2000 parts of a huge file', () => {
    const temp = tempProject();
    temp.write(USER, { permissions: { allow: Array.from({ length: 3000 }, (_, index) => `Bash(run ${index})`) } });
    const found = read(temp);
    expect(found.items).toHaveLength(2000);
    expect(found.omitted).toBe(1002);
  });
});
