import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HookEnvironment, readEnvFile } from '#main/hooks/hook-environment.ts';
import { TempProject } from '#test/support/temp-project.ts';

function taken(text: string): { readonly variables: Readonly<Record<string, string>>; readonly left: string[] } {
  const environment = new HookEnvironment('/project', () => true);
  const left = environment.take(text, { PATH: '/usr/bin:/bin', HOME: '/home/u' }, { fromRepository: false });
  return { variables: environment.variables, left };
}

describe('environment variables set by hooks', () => {
  it.each<[line: string, variables: Readonly<Record<string, string>>]>([
    ['export A=1', { A: '1' }],
    ['A=1', { A: '1' }],
    ['declare -x A="one two"', { A: 'one two' }],
    [`export A='$HOME "x" \\'`, { A: '$HOME "x" \\' }],
    ['export A="$HOME/x" # why', { A: '/home/u/x' }],
    ['export A=${HOME}/a\\ b', { A: '/home/u/a b' }],
    ['export A="\\$HOME \\"q\\""', { A: '$HOME "q"' }],
    ['export A=1\nexport B="$A$A"', { A: '1', B: '11' }],
    ['# a comment\n\n', {}],
    ['export PATH="./node_modules/.bin:/project/bin:$PATH:/opt/x"', { PATH: '/usr/bin:/bin:/opt/x:./node_modules/.bin:/project/bin' }],
    ['export PATH=":$PATH"', { PATH: '/usr/bin:/bin:' }],
  ])('%s', (line, variables) => {
    expect(taken(line)).toEqual({ variables, left: [] });
  });

  it.each([
    'export A=$(touch ran)',
    'export A="`touch ran`"',
    'export A="$(touch ran)"',
    'export A=1; touch ran',
    'export A=1 && touch ran',
    'export A=${B:-$(touch ran)}',
    'export A="unclosed',
    'touch ran',
    'source other.sh',
    'A=(1 2)',
    'A=1 touch ran',
    'export A=~/x',
  ])('omits and reports %s', (line) => {
    const { variables, left } = taken(line);
    expect(variables).toEqual({});
    expect(left).toEqual([expect.stringContaining('it is no plain assignment')]);
  });

  it('omits NUL and oversized values, which would keep later commands from starting', () => {
    const doubling = 'export A="$A$A"\n'.repeat(60);
    const { variables, left } = taken(`export N='a\0b'\nexport A=${'x'.repeat(1000)}\n${doubling}export B=1`);
    expect(variables['N']).toBeUndefined();
    expect(variables['B']).toBe('1');
    expect(JSON.stringify(variables).length).toBeLessThan(70_000);
    expect(left).toContainEqual(expect.stringContaining('N: '));
    expect(left).toContainEqual(expect.stringContaining('A: '));
  });

  it.each([
    'LD_PRELOAD',
    'XDG_CONFIG_HOME',
    'GCONV_PATH',
    'BASH_ENV',
    'GIT_EXTERNAL_DIFF',
    'IFS',
    'PAGER',
    'GIT_PAGER',
    'MANPAGER',
    'PROMPT_COMMAND',
    'GATEHOUSE_HOME',
    'HOME',
  ])('rejects %s, which changes what other commands do', (name) => {
    expect(taken(`export ${name}=x`)).toEqual({ variables: {}, left: [`${name}: hooks may not set it`] });
  });

  it('drops what the repository’s hooks have set, or has gone into another hook’s values, while its folder isn’t trusted', () => {
    let trusted = true;
    const environment = new HookEnvironment('/project', () => trusted);
    const ofUser = { fromRepository: false };
    environment.take('export A=user\nexport B=user\nexport C=user', {}, ofUser);
    environment.take('export B=repository\nexport C=repository\nexport D=repository', {}, { fromRepository: true });
    environment.take('export C=again\nexport E="$D/e"', {}, ofUser);
    const all = { A: 'user', B: 'repository', C: 'again', D: 'repository', E: 'repository/e' };
    expect(environment.variables).toEqual(all);
    trusted = false;
    expect(environment.variables).toEqual({ A: 'user', B: 'user', C: 'again' });
    trusted = true;
    expect(environment.variables).toEqual(all);
  });

  it('is bounded', () => {
    const { variables, left } = taken(Array.from({ length: 500 }, (_, index) => `export V${index}=1`).join('\n'));
    expect([Object.keys(variables).length, left.length]).toEqual([200, 300]);
    expect(taken(`export A=${'x'.repeat(100_000)}`).left).toEqual([expect.stringContaining('all of it')]);
  });

  it('reads a regular file and no link, and deletes it', async () => {
    using temp = new TempProject();
    const path = join(temp.stateDir, 'hook-env');
    mkdirSync(temp.stateDir, { recursive: true });
    writeFileSync(path, 'export A=1\n');
    expect(await readEnvFile(path)).toBe('export A=1\n');
    expect(existsSync(path)).toBe(false);
    writeFileSync(temp.path('other'), 'export B=1\n');
    symlinkSync(temp.path('other'), path);
    expect(await readEnvFile(path)).toBe(undefined);
    expect(readFileSync(temp.path('other'), 'utf8')).toBe('export B=1\n');
  });
});
