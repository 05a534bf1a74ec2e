import { describe, expect, it } from 'vitest';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { agreeOnPage, OAuthServer, protectedMcpServer } from '../../support/servers/oauth-server.ts';
import { CliFixture } from './run-cli.ts';

const servers = (url: string) => JSON.stringify({ mcpServers: { 'my notes': { type: 'http', url } } });

describe('gatehouse sign-in', { timeout: 60_000 }, () => {
  it('is what a run says to do, prints the page, and lets later runs use the server', async () => {
    await using oauth = await OAuthServer.start();
    await using notes = await protectedMcpServer(oauth);
    await using model = await MessagesServer.start(
      { blocks: [text('Not there.')] },
      { blocks: [toolUse('n', 'mcp__my_notes__get', {})] },
      { blocks: [text('Done.')] },
    );
    const env = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'k' };
    using cli = new CliFixture();
    const configured = ['--project', cli.projectDir, '--mcp-config', servers(notes.url)];
    const run = () => cli.run(['run', ...configured, '--prompt', 'go', '--allowed-tools', 'mcp__my_notes'], env);
    const before = await run();
    expect(before.code).toBe(0);
    expect(before.stderr).toBe(
      `gatehouse: MCP server my notes needs you to sign in: run gatehouse sign-in 'my notes' --project '${cli.projectDir}'\n`,
    );

    let agreed: Promise<string> | undefined;
    const signedIn = await cli.run(['sign-in', 'my notes', ...configured], {}, (stdout) => {
      const page = /^http:\S+(?=\n)/mu.exec(stdout)?.[0];
      if (page !== undefined) agreed ??= agreeOnPage(page);
    });
    await agreed;
    expect({ code: signedIn.code, stderr: signedIn.stderr }).toEqual({ code: 0, stderr: '' });
    expect(signedIn.stdout).toContain(`Signed in at ${new URL(oauth.address).host}.`);
    for (const secret of oauth.secrets) expect(signedIn.stdout).not.toContain(secret);

    const after = await run();
    expect({ code: after.code, stderr: after.stderr }).toEqual({ code: 0, stderr: '' });
    expect(model.requests.at(-1)?.body.messages.at(-1)?.content[0]).toMatchObject({ content: 'got it' });
  });

  it('says why it can’t: an unknown server, one that doesn’t ask, one that fails', async () => {
    await using oauth = await OAuthServer.start({ metadata: () => ({ registration_endpoint: undefined }) });
    await using notes = await protectedMcpServer(oauth);
    using cli = new CliFixture();
    const signIn = (name: string, entry: object) =>
      cli.run(['sign-in', name, '--project', cli.projectDir, '--mcp-config', JSON.stringify({ mcpServers: { s: entry } })]);
    const entry = { type: 'http', url: notes.url };
    expect(await signIn('other', entry)).toMatchObject({ code: 1, stderr: 'gatehouse: No MCP server here is called other.\n' });
    expect((await signIn('s', { command: 'false' })).stderr).toContain('s (failed) doesn’t ask for a sign-in.');
    expect(await signIn('s', entry)).toMatchObject({ code: 1, stderr: expect.stringContaining('takes no new programs by itself') });
    expect((await cli.run(['sign-in'])).code).toBe(2);
    const here = await cli.run(['sign-in', 'other', '--project', 'project']);
    expect(here.stderr).toBe('gatehouse: No MCP server here is called other.\n');
  });
});
