import { AppError } from '#shared/contract/app-error.ts';
import type { EffortChoice } from '#shared/model/effort.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { MessageExtras } from '#shared/session/content.ts';
import type { ElicitationContent } from '#shared/session/elicitation.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { call } from '../bridge/client.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { useWindow } from './app-store.ts';
import { useSentTo } from './sought-place.ts';
import { attempt } from './window-actions.ts';
import { noteStopped } from './queued-asks.ts';
import { words } from './words.ts';

/** Resolves to whether it was accepted; if not, the text stays in the box. `now` doesn't wait for the running turn. */
export async function sendMessage(
  sessionId: string,
  { text, extras, now }: { readonly text: string; readonly extras: MessageExtras; readonly now: boolean },
): Promise<boolean> {
  const hasExtras = extras.images.length + extras.texts.length > 0;
  const sent = call('session.send', { sessionId, text, ...(hasExtras && { extras }), ...(now && { now }) });
  // A message that is queued leaves the person where they read.
  const { turn = null } = useWindow.getState().sessions[sessionId]?.view ?? {};
  if (now || turn === null) useSentTo.setState({ sessionId });
  return (await attempt(words.messageNotSent, sent)) !== undefined;
}

/** Resolves to whether it was accepted; the turn ends a little later. */
export async function interrupt(sessionId: string): Promise<boolean> {
  noteStopped(sessionId);
  const sent = call('session.interrupt', { sessionId }).then(() => true);
  return (await attempt(words.notStopped, sent)) ?? false;
}

/** Stops the agent, its sub-agents and every background command. */
export async function stopEverything(sessionId: string): Promise<void> {
  const { view } = useWindow.getState().sessions[sessionId] ?? {};
  const { tasks = {} } = view ?? {};
  const running = Object.values(tasks).filter(({ state }) => state === 'running');
  const idle =
    running.length === 0 &&
    view?.turn === null &&
    [...Object.values(view.agents), ...Object.values(view.workflows)].every(({ state }) => state !== 'running');
  if (idle) return showToast({ title: words.nothingRuns });
  await interrupt(sessionId);
  const stops = running.map(({ terminal }) => call('terminal.stop', { sessionId, terminalId: terminal.terminalId }));
  const stopped = await attempt(words.backgroundNotStopped, Promise.all(stops));
  const count = stopped?.filter((reply) => reply.stopped).length ?? 0;
  if (count > 0) showToast({ title: words.backgroundStopped(count) });
}

/** Stops one sub-agent and those it started. */
export async function stopAgent(sessionId: string, agentId: string): Promise<void> {
  const reply = await attempt(words.agentNotStopped, call('agent.stop', { sessionId, agentId }));
  if (reply?.stopped === false) showToast({ title: words.agentHadEnded });
}

/** Stops a workflow and its agents. */
export async function stopWorkflow(sessionId: string, runId: string): Promise<void> {
  const reply = await attempt(words.workflowNotStopped, call('workflow.stop', { sessionId, runId }));
  if (reply?.stopped === false) showToast({ title: words.workflowHadEnded });
}

/** Resolves to whether it was accepted. */
export async function sendToAgent(sessionId: string, agentId: string, text: string): Promise<boolean> {
  return (await attempt(words.agentMessageNotSent, call('agent.send', { sessionId, agentId, text }))) !== undefined;
}

/** US dollars; `null` removes the limit. Resolves to whether it was accepted. */
export async function setBudget(sessionId: string, usd: number | null): Promise<boolean> {
  return (await attempt(words.budgetNotChanged, call('session.setBudget', { sessionId, usd }))) !== undefined;
}

/** Resolves to whether it was accepted. */
export async function setEffort(sessionId: string, effort: EffortChoice): Promise<boolean> {
  return (await attempt(words.effortNotChanged, call('session.setEffort', { sessionId, effort }))) !== undefined;
}

export async function setModel(sessionId: string, model: string): Promise<boolean> {
  return (await attempt(words.modelNotChanged, call('session.setModel', { sessionId, model }))) !== undefined;
}

export async function retry(sessionId: string): Promise<void> {
  await attempt(words.retryFailed, call('session.retry', { sessionId }));
}

/** Resolves to whether it was accepted. */
export async function compact(sessionId: string, instructions?: string): Promise<boolean> {
  const taken = call('session.compact', { sessionId, ...(instructions !== undefined && { instructions }) });
  return (await attempt(words.notCompacted, taken)) !== undefined;
}

/** Resolves to the text of the message. */
export async function rewind(sessionId: string, messageId: string): Promise<{ readonly text: string } | undefined> {
  return attempt(words.notRewound, call('session.rewind', { sessionId, messageId }));
}

export async function unschedule(sessionId: string, scheduleId: string): Promise<void> {
  await attempt(words.notUnscheduled, call('session.unschedule', { sessionId, scheduleId }));
}

/** Makes a webhook's key, which is given out only here. */
export async function newTriggerKey(
  sessionId: string,
  triggerId: string,
): Promise<{ readonly key: string; readonly url: string } | undefined> {
  return attempt(words.noKey, call('trigger.newKey', { sessionId, triggerId }));
}

export async function removeTrigger(sessionId: string, triggerId: string): Promise<void> {
  await attempt(words.triggerNotRemoved, call('trigger.remove', { sessionId, triggerId }));
}

/** Answers an MCP server's question. One that is no longer open is reported in a toast. */
export async function answerElicitation(
  sessionId: string,
  elicitationId: string,
  action: 'accept' | 'decline' | 'cancel',
  content?: ElicitationContent,
): Promise<void> {
  const values =
    content && Object.fromEntries(Object.entries(content).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]));
  const sent = call('elicitation.answer', { sessionId, elicitationId, action, ...(values && { content: values }) });
  if ((await attempt(words.answerNotDelivered, sent))?.outcome === 'gone') showToast({ title: words.askGone });
}

export async function unqueue(sessionId: string, messageId: string): Promise<boolean> {
  return (await attempt(words.notUnqueued, call('session.unqueue', { sessionId, messageId }))) !== undefined;
}

/** Sends one queued message. */
export async function sendQueued(sessionId: string, messageId: string): Promise<void> {
  const sent = call('session.sendQueued', { sessionId, messageId });
  useSentTo.setState({ sessionId });
  await attempt(words.messageNotSent, sent);
}

/** Changes the mode, and says so if more runs without a question then. */
export async function setMode(sessionId: string, mode: PermissionMode): Promise<void> {
  const before = modeOf(sessionId);
  const sent = call('session.setMode', { sessionId, mode }).then(() => true);
  if (await attempt(words.modeNotChanged, sent)) noteModeOf(sessionId, before, mode);
}

function modeOf(sessionId: string): PermissionMode | undefined {
  return useWindow.getState().sessions[sessionId]?.view.mode;
}

function noteModeOf(sessionId: string, before: PermissionMode | undefined, now: PermissionMode): void {
  const undo = (undone: PermissionMode) => {
    // It may have been changed since, also elsewhere.
    if (modeOf(sessionId) === now) void setMode(sessionId, undone);
  };
  // Without its chunk nothing is said; the status bar shows the mode.
  import('./mode-notice.ts').then(({ noteMode }) => noteMode(before, now, undo)).catch(() => undefined);
}

/** An ask, with the digest of what is shown of it. */
type ShownAsk = Pick<PendingAsk, 'askId' | 'digest'>;

/**
 * Answers one ask; `also`: others of the session that are denied with it. A stale or missing ask is reported in a toast, and the queue shows
 * the current state. `refused`: why an edited input was rejected; the ask stays pending.
 */
export async function answerAsk(
  sessionId: string,
  { askId, digest }: ShownAsk,
  answer: AskAnswer,
  also: readonly ShownAsk[] = [],
): Promise<'accepted' | 'stale' | 'gone' | 'failed' | { readonly refused: string }> {
  let refused: string | undefined;
  const others = also.map((one) => ({ askId: one.askId, digest: one.digest }));
  const given = { sessionId, askId, digest, answer, ...(others.length > 0 && { also: others }) };
  const sent = call('permission.answer', given).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error;
    refused = error.message;
    return undefined;
  });
  const before = modeOf(sessionId);
  const reply = await attempt(words.answerNotDelivered, sent);
  if (refused !== undefined) return { refused };
  if (!reply) return 'failed';
  if (reply.outcome === 'stale') showToast({ title: words.askChanged, detail: words.askChangedDetail });
  if (reply.outcome === 'gone') showToast({ title: words.askGone });
  if (reply.outcome === 'accepted' && answer.type === 'set_mode') noteModeOf(sessionId, before, answer.mode);
  return reply.outcome;
}
