import { describe, expect, it } from 'vitest';
import { CliFixture } from './run-cli.ts';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';

const calls = {
  blocks: [
    toolUse('r1', 'Read', { file_path: 'a.txt' }),
    toolUse('w1', 'Write', { file_path: 'b.txt', content: 'x' }),
    toolUse('b1', 'Bash', { command: 'echo hi' }),
    toolUse('b2', 'Bash', { command: 'git push' }),
    toolUse('b3', 'Bash', { command: 'npm test\nnpm publish' }),
  ],
};
const settings = JSON.stringify({ permissions: { ask: ['Bash(git push *)'] } }, null, 2);

async function denied(...more: string[]) {
  await using server = await MessagesServer.start(calls, { blocks: [text('Done.')] });
  using cli = new CliFixture({ 'a.txt': 'hello\n', '.claude/settings.json': settings });
  const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--disallowed-tools', 'Bash(echo *)', ...more];
  const ran = await cli.run(args, { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });
  return { ...ran, stderr: ran.stderr.replaceAll(cli.projectDir, 'PROJECT') };
}

describe('a run with denied calls', () => {
  it('says of each which it was, why, and by which rule', async () => {
    const { code, stdout, stderr } = await denied();
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Done.\n' });
    expect(stderr.trimEnd().split('\n')).toEqual([
      'gatehouse: Write “b.txt”: Denied. No rule allows editing PROJECT/b.txt. Nobody can be asked here, so it is denied.',
      'gatehouse: Bash “echo hi”: Denied by the rule Bash(echo *), from the command line.',
      'gatehouse: Bash “git push”: Denied. The ask rule Bash(git push *) matches. Nobody can be asked here, so it is denied.',
      'gatehouse: Bash “npm test ⏎ npm publish”: Denied. These parts aren’t allowed yet: “npm test”, “npm publish”. Nobody can be asked here, so it is denied.',
    ]);
  });

  it('leaves it to the lines of JSON where they are printed', async () => {
    expect(await denied('--output-format', 'stream-json')).toMatchObject({ code: 0, stderr: '' });
  });
});
