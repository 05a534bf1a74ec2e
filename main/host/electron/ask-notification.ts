import type { CommandInput } from '#shared/contract/commands.ts';
import type { Ask, AskAnswer } from '#shared/session/ask.ts';
import { isGrave } from '#shared/permission/risks.ts';
import type { EnginePort, WindowRef } from '../engine-port.ts';
import type { Notice } from './away.ts';

type Waits = CommandInput<'window.waits'>;
type WaitNotice = NonNullable<Waits['notice']>;

/** Longer ones aren't shown completely by every system. */
const MAX_COMMAND = 120;
/** Fields of Bash that don't change what a command does, or are shown. */
const SHOWN_FIELDS: ReadonlySet<string> = new Set(['command', 'description', 'timeout']);

/**
 * The notification of a request, made from the request itself and not from what the page says about it. One that can be denied without
 * words has a button for that. Only a short command that is shown completely can be allowed.
 * @returns `undefined` if the request is no longer pending.
 */
export async function askNotification(
  engine: EnginePort,
  window: WindowRef,
  { projectDir, notice }: { readonly projectDir: string; readonly notice: WaitNotice },
): Promise<Notice | undefined> {
  const { sessions } = await engine.handle('asks.list', { projectDir }, window);
  const session = sessions.find(({ asks }) => asks.some(({ askId }) => askId === notice.askId));
  const ask = session?.asks.find(({ askId }) => askId === notice.askId);
  if (!session || !ask) return undefined;
  const answer = (given: AskAnswer) => () => {
    const { sessionId } = session;
    return engine.handle('permission.answer', { sessionId, askId: ask.askId, digest: ask.digest, answer: given }, window);
  };
  const deny = { label: 'Deny', run: answer({ type: 'deny' }) };
  const { title, body } = notice;
  const isHighRisk = isGrave(ask.risk);
  if (FORMS.has(ask.toolName)) return { title, body };
  const command = notice.withCommand ? await commandOf(engine, window, session.sessionId, ask) : undefined;
  if (command === undefined) return { title, body, actions: [deny], isHighRisk };
  return { title: body, body: command, actions: [{ label: 'Allow once', run: answer({ type: 'allow_once' }) }, deny] };
}

/** Their answers are more than yes or no. */
const FORMS: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode']);

/** The whole command, if it can be shown completely and the request is about nothing else. */
async function commandOf(engine: EnginePort, window: WindowRef, sessionId: string, ask: Ask): Promise<string | undefined> {
  if (ask.toolName !== 'Bash' || isGrave(ask.risk)) return undefined;
  const { input, digest } = await engine.handle('permission.input', { sessionId, askId: ask.askId }, window);
  const { command } = input;
  const isShown = Object.keys(input).every((field) => SHOWN_FIELDS.has(field));
  // Printable ASCII only: nothing that looks like something else, and no line breaks.
  const isPlain =
    typeof command === 'string' && command.length <= MAX_COMMAND && /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/u.test(command);
  return isPlain && isShown && digest === ask.digest ? command : undefined;
}
