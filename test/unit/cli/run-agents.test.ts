import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { byPrompt } from '../../support/by-prompt.ts';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture } from './run-cli.ts';

const json = ['--output-format', 'stream-json'];
const access = (server: MessagesServer) => ({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });
const agent = (id: string, prompt: string, more: object = {}) => toolUse(id, 'Agent', { description: prompt, prompt, ...more });

const REVIEWER = `---
name: reviewer
description: Reads a change closely.
tools: Read, Grep
---
You are very strict.
`;

describe('gatehouse run with project agents', () => {
  const files = { '.claude/agents/team/reviewer.md': REVIEWER, '.claude/agents/broken.md': '---\nname: broken\n---\n' };
  const start = () =>
    MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [agent('m1', 'Review it.', { subagent_type: 'reviewer' })] }, { blocks: [text('Done.')] }],
        ['Review it.', { blocks: [text('It is fine.')] }],
      ),
    );

  it('starts them in a trusted folder with their prompt and tools, and reports files left out', async () => {
    await using server = await start();
    using cli = new CliFixture(files);
    const args = ['run', '--project', cli.projectDir, '--prompt', 'Please.', '--trust', ...json];
    const { code, stderr } = await cli.run(args, access(server));
    expect(code).toBe(0);
    expect(stderr).toBe(
      `gatehouse: ${join(cli.projectDir, '.claude/agents/broken.md')}: This agent is ignored. “description” is missing, or isn’t text.\n`,
    );
    const [main, sub, last] = server.requests;
    expect(JSON.stringify(main?.body.tools)).toContain('- reviewer: Reads a change closely. (Tools: Read, Grep)');
    expect(JSON.stringify(sub?.body.system)).toContain('You are very strict.');
    expect(sub?.body.tools?.map(({ name }) => name)).toEqual(['Grep', 'Read']);
    expect(JSON.stringify(last?.body.messages)).toContain('It is fine.');
  });

  it('ignores them in an untrusted folder', async () => {
    await using server = await start();
    using cli = new CliFixture(files);
    const { code, stderr } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'Please.', ...json], access(server));
    expect(code).toBe(0);
    expect(stderr).toContain('.claude/agents/team/reviewer.md: adds the agent “reviewer” (tools: Read, Grep) for: Reads a change closely.');
    expect(JSON.stringify(server.requests[0]?.body.tools)).not.toContain('reviewer');
    expect(server.requests).toHaveLength(2);
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('Agent type “reviewer” isn’t available here.');
  });
});

describe('gatehouse run, killed while two agents run in parallel', () => {
  it('leaves no process; when resumed, both calls are answered and an agent continues', async () => {
    const busy = (id: string, file: string) => ({
      blocks: [text(`I begin with ${file}.`), toolUse(id, 'Bash', { command: `echo $$ > ${file}; sleep 300` })],
    });
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Please',
          { blocks: [agent('m1', 'First task.', { name: 'first' }), agent('m2', 'Second task.')] },
          { blocks: [toolUse('m3', 'SendMessage', { to: 'first', message: 'Where were you?' })] },
          { blocks: [text('I wait.')] },
          { blocks: [text('Now I know.')] },
        ],
        ['First task.', busy('s1', 'one.pid'), { blocks: [text('At one.pid, and I was stopped.')] }],
        ['Second task.', busy('s2', 'two.pid')],
      ),
    );
    using cli = new CliFixture();
    const pids = ['one.pid', 'two.pid'].map((name) => join(cli.projectDir, name));
    const pidOf = (file: string): number => Number(existsSync(file) ? readFileSync(file, 'utf8') : 0);
    const args = ['run', '--project', cli.projectDir, '--allowed-tools', 'Bash', ...json];
    let killing: Promise<void> | undefined;
    const killed = await cli.run([...args, '--prompt', 'Please.'], access(server), (_stdout, kill) => {
      killing ??= (async () => {
        while (!pids.every((file) => pidOf(file) > 0)) await sleep(20);
        kill('SIGKILL');
      })();
    });
    expect(killed.code).toBe(null);

    const resumed = await cli.run([...args, '--prompt', 'Go on.', '--resume', 'last'], access(server));
    expect({ code: resumed.code, stderr: resumed.stderr }).toEqual({ code: 0, stderr: '' });
    expect(resumed.lines.at(-1)).toMatchObject({ type: 'result', subtype: 'success', result: 'Now I know.' });
    for (const file of pids) expect(isAlive(pidOf(file)), file).toBe(false);

    const continued = server.requests
      .map(({ body }) => body.messages)
      .filter((messages) => JSON.stringify(messages[0]).includes('Please'))[1];
    const answered = continued?.flatMap(({ content }) => content).filter(({ type }) => type === 'tool_result');
    expect(answered?.map(({ tool_use_id, is_error }) => [tool_use_id, is_error])).toEqual([
      ['m1', true],
      ['m2', true],
    ]);
    const again = JSON.stringify(
      server.requests.map(({ body }) => body.messages).findLast((messages) => JSON.stringify(messages[0]).includes('First task.')),
    );
    expect(again).toContain('I begin with one.pid.');
    expect(again).toContain('Where were you?');
  });
});

/** A zombie has no command line any more. */
function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}
