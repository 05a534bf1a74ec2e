import type { RequestBody, WireBlock } from './messages-server.ts';

/** What a Messages API would reject in a conversation, as sentences; empty when it is valid. */
export function conversationProblems({ messages }: Pick<RequestBody, 'messages'>): string[] {
  const problems: string[] = [];
  if (messages[0]?.role !== 'user') problems.push('does not begin with the user');
  const seen = new Set<string>();
  for (const [index, { role, content }] of messages.entries()) {
    const at = `message ${index}`;
    if (role === messages[index - 1]?.role) problems.push(`${at} has the role of the one before`);
    if (content.length === 0) problems.push(`${at} is empty`);
    if (content.some((block) => block.type === 'text' && block.text?.trim() === '')) problems.push(`${at} has blank text`);
    if (content.some(isErrorWithMore)) problems.push(`${at} has more than text in an error`);
    if (content.at(-1)?.type === 'thinking') problems.push(`${at} ends in a thought`);
    const calls = role === 'assistant' ? idsOf(content, 'tool_use') : [];
    for (const id of calls) {
      if (seen.has(id)) problems.push(`call ${id} stands there twice`);
      seen.add(id);
    }
    const expected = messages[index - 1]?.role === 'assistant' ? idsOf(messages[index - 1]?.content ?? [], 'tool_use') : [];
    const results = role === 'user' ? idsOf(content, 'tool_result') : [];
    if (role === 'user' && results.join() !== expected.join()) problems.push(`${at} answers [${results.join()}], not [${expected.join()}]`);
    if (content.slice(0, results.length).some(({ type }) => role === 'user' && type !== 'tool_result'))
      problems.push(`${at} has something before its results`);
  }
  if (messages.at(-1)?.role === 'assistant' && idsOf(messages.at(-1)?.content ?? [], 'tool_use').length > 0)
    problems.push('the last calls are not answered');
  return problems;
}

/** A result that is an error may contain only text. */
function isErrorWithMore({ is_error: isError, content }: WireBlock): boolean {
  return isError === true && Array.isArray(content) && content.some((part: { readonly type?: unknown }) => part.type !== 'text');
}

function idsOf(content: readonly WireBlock[], type: 'tool_use' | 'tool_result'): string[] {
  return content.flatMap((block) => (block.type === type ? [block.id ?? block.tool_use_id ?? ''] : []));
}
