import { expect } from 'vitest';
import type { McpServerRow } from '#shared/contract/commands/mcp-commands.ts';
import type { McpFixture } from './mcp-fixture.ts';
import { agreeOnPage } from './servers/oauth-server.ts';

type SignInRow = NonNullable<McpServerRow['signIn']>;

/** Presses “Sign in” and waits for the page, as a window does. */
export async function pageOf(fixture: McpFixture, name = 's'): Promise<string> {
  fixture.mcp.signIn(name)?.start();
  const { signIn } = await fixture.until(({ signIn: now }) => now !== null && now.kind !== 'preparing', name);
  if (signIn?.kind !== 'waiting') throw new Error(`no page: ${JSON.stringify(signIn)}`);
  return signIn.url;
}

/** Signs in, as a person who agrees, and waits until the server is connected. */
export async function signInAt(fixture: McpFixture, name = 's'): Promise<McpServerRow> {
  await agreeOnPage(await pageOf(fixture, name));
  return fixture.until(({ state, signIn }) => state === 'connected' && signIn?.kind === 'signed_in', name);
}

/** Presses “Sign in”, which fails; returns why. */
export async function problemOf(fixture: McpFixture): Promise<string> {
  fixture.mcp.signIn('s')?.start();
  return problem(fixture);
}

/** Waits for the end of a sign-in that fails. */
export async function problem(fixture: McpFixture): Promise<string> {
  const hasEnded = (signIn: McpServerRow['signIn']): signIn is Extract<SignInRow, { kind: 'needed' | 'signed_in' }> =>
    signIn?.kind === 'needed' || signIn?.kind === 'signed_in';
  const { signIn } = await fixture.until((row) => hasEnded(row.signIn) && row.signIn.problem !== null);
  expect(signIn?.kind).not.toBe('signed_in');
  return hasEnded(signIn) ? (signIn.problem ?? '') : '';
}
