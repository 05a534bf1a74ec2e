import type { ElicitationAnswer } from '#main/tool/services/elicitation.ts';
import type { SessionHooks } from './session-hooks.ts';

/** A question of an MCP server to the person, as a form or as the address of a page. */
export interface ElicitationQuestion {
  readonly server: string;
  readonly message: string;
  readonly mode: 'form' | 'url';
  /** Of a form. */
  readonly schema?: unknown;
  readonly url?: string | undefined;
  readonly elicitationId?: string | undefined;
}

/**
 * Asks Elicitation hooks. `undefined`: ask the person. Content that a hook accepts with is only what the hook says: check it against the
 * schema like the person's.
 */
export async function askElicitationHooks(
  hooks: SessionHooks,
  question: ElicitationQuestion,
  signal: AbortSignal,
): Promise<ElicitationAnswer | undefined> {
  const { stop, block, gives } = await hooks.ask('Elicitation', { matchOn: question.server, fields: fieldsOf(question), signal });
  if (stop ?? block) return { action: 'decline' };
  const { elicitation } = gives;
  if (elicitation?.action === 'accept' && !hooks.runner.mayAllow) return undefined;
  if (!elicitation) hooks.notify('elicitation_dialog', `The MCP server ${question.server} asks for something`);
  return elicitation;
}

/** Asks ElicitationResult hooks about an answer before the server gets it. Resolves with what the server gets. */
export async function checkElicitationResult(
  hooks: SessionHooks,
  question: ElicitationQuestion,
  answer: ElicitationAnswer,
  signal: AbortSignal,
): Promise<ElicitationAnswer> {
  const { stop, block, gives } = await hooks.ask('ElicitationResult', {
    matchOn: question.server,
    fields: { ...fieldsOf(question), action: answer.action, ...(answer.content && { content: answer.content }) },
    signal,
  });
  hooks.notify('elicitation_response', `The MCP server ${question.server} was answered`);
  if (stop ?? block) return { action: 'decline' };
  const { elicitation } = gives;
  // A hook may change or withdraw what the person sends, but never send what the person refused.
  if (!elicitation || (elicitation.action === 'accept' && answer.action !== 'accept')) return answer;
  return elicitation;
}

function fieldsOf({ server, message, mode, schema, url, elicitationId }: ElicitationQuestion): Readonly<Record<string, unknown>> {
  return {
    mcp_server_name: server,
    message,
    mode,
    ...(schema !== undefined && { requested_schema: schema }),
    ...(url !== undefined && { url }),
    ...(elicitationId !== undefined && { elicitation_id: elicitationId }),
  };
}
