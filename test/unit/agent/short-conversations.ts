import { text, type Answer } from '#test/support/messages-answer.ts';
import type { RequestBody } from '#test/support/messages-server.ts';

/** A request's conversation in short: role and block types. */
export function outline(body: RequestBody | undefined): string[] {
  return (body?.messages ?? []).map(
    ({ role, content }) =>
      `${role}: ${content.map((block) => block.text ?? (block.tool_use_id === undefined ? `${block.type} ${block.id ?? ''}` : `result ${block.tool_use_id}`)).join(', ')}`,
  );
}

export const reply = (...blocks: Parameters<typeof text>[0][]): Answer => ({ blocks: blocks.map((block) => text(block)) });
