import { describe, expect, it } from 'vitest';
import { AUDIT_OUTCOMES } from '#main/audit/audit-record.ts';
import { CliFixture } from './run-cli.ts';

describe('--help', () => {
  it.each(['serve', 'run', 'explain', 'doctor', 'audit', 'plugin', 'sign-in'])(
    'after “%s” prints what that command takes',
    async (command) => {
      using cli = new CliFixture();
      for (const option of ['--help', '-h']) {
        const { code, stdout, stderr } = await cli.run([command, option]);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        const commands = [...stdout.matchAll(/^ {2}gatehouse (\S+)/gmu)].map(([, name]) => name);
        expect(new Set(commands)).toEqual(new Set([command]));
      }
    },
  );

  it('after an unknown command, or alone, prints all of it', async () => {
    using cli = new CliFixture();
    const { stdout: all } = await cli.run(['--help']);
    expect(all).toContain('gatehouse audit');
    expect((await cli.run(['bogus', '--help'])).stdout).toBe(all);
  });

  it('says first how the command is run', async () => {
    using cli = new CliFixture();
    for (const args of [['--help'], ['run', '--help']])
      expect((await cli.run(args)).stdout).toMatch(
        /^In Gatehouse’s checkout, “gatehouse” stands for: npm run -s gatehouse --\n\nUsage:\n/u,
      );
  });

  it('of audit names every outcome that --outcome takes', async () => {
    using cli = new CliFixture();
    expect((await cli.run(['audit', '--help'])).stdout).toContain(`--outcome ${AUDIT_OUTCOMES.join(',')}\n`);
  });
});
