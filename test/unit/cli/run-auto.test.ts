import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture } from './run-cli.ts';

const auto = ['--permission-mode', 'auto'];
const json = ['--output-format', 'stream-json'];

function scriptFile(cli: CliFixture, script: object): string {
  const file = join(cli.root, 'script.json');
  writeFileSync(file, JSON.stringify({ model: 'scripted', ...script }));
  return file;
}

const turns = [
  { blocks: ['touch yes', 'touch no'].map((command) => ({ type: 'tool_use', name: 'Bash', input: { command } })) },
  { blocks: [{ type: 'text', text: 'Done.' }] },
];

describe('gatehouse run --permission-mode auto', () => {
  it('runs a script with its classifier', async () => {
    using cli = new CliFixture();
    const classifier = [
      { tool: 'Bash', match: 'touch yes', verdict: 'allow' },
      { tool: 'Bash', verdict: 'block', reason: 'not that one' },
    ];
    const script = scriptFile(cli, { turns, classifier });
    const { code, lines } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', '--script', script, ...auto, ...json]);
    expect(code).toBe(0);
    expect(lines[0]).toMatchObject({ permissionMode: 'auto' });
    expect(lines.at(-1)).toMatchObject({ permission_denials: [{ tool_input: { command: 'touch no' } }] });
    expect(JSON.stringify(lines)).toContain('not that one');
    expect(['yes', 'no'].map((name) => existsSync(join(cli.projectDir, name)))).toEqual([true, false]);
  });

  it('sends classifier requests to a server', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('a', 'Bash', { command: 'touch yes' })] },
      { blocks: [text('allow: asked for')] },
      { blocks: [text('Done.')] },
    );
    using cli = new CliFixture();
    const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' };
    expect(await cli.run(['run', '--project', cli.projectDir, '--prompt', 'make yes', ...auto], env)).toMatchObject({
      code: 0,
      stdout: 'Done.\n',
    });
    expect(existsSync(join(cli.projectDir, 'yes'))).toBe(true);
  });

  it.each<[string, object, Record<string, string>, RegExp]>([
    ['a script without answers', { turns }, {}, /“classifier” list/u],
    ['settings that disable it', { turns, classifier: [] }, { settings: '{"disableAutoMode":"disable"}' }, /disabled by the settings/u],
    ['permissions that disable it', { turns, classifier: [] }, { settings: '{"permissions":{"disableAutoMode":"disable"}}' }, /disabled/u],
  ])('is rejected with %s', async (_name, content, { settings }, message) => {
    using cli = new CliFixture();
    const more = settings === undefined ? [] : ['--settings', settings];
    const script = scriptFile(cli, content);
    const { code, stderr } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', '--script', script, ...auto, ...more]);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(message);
  });

  it('is rejected where no model is configured', async () => {
    using cli = new CliFixture();
    const { code, stderr } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', ...auto]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('ANTHROPIC_API_KEY');
  });

  it('can be set in the user’s settings, never in the project’s', async () => {
    const own = JSON.stringify({ permissions: { defaultMode: 'auto' } });
    for (const [files, mode] of [
      [{ '.claude/settings.json': own, '.claude/settings.local.json': own }, 'default'],
      [{ '../.claude/settings.json': own }, 'auto'],
    ] as const) {
      using cli = new CliFixture(files);
      const script = scriptFile(cli, { turns, classifier: [] });
      const { lines } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', '--trust', '--script', script, ...json]);
      expect(lines[0]).toMatchObject({ permissionMode: mode });
    }
  });
});
