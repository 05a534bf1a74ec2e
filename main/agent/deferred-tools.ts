import { randomUUID } from 'node:crypto';
import type { EventBody, NewSessionEvent } from '#shared/session/event.ts';
import type { Tool } from '#main/tool/tool.ts';
import { isToolUse } from './blocks.ts';
import type { Transcript } from './transcript.ts';

type DeferredToolNames = NonNullable<EventBody<'user.message'>['deferredTools']>;

/** Whether the part of the conversation that the model still has announces deferred tools. */
export function announcesDeferredTools(transcript: Transcript): boolean {
  return transcript.entries.some((entry) => entry.role === 'user' && entry.deferredTools !== undefined);
}

/** Names of the tools loaded by searches, in loading order. */
export function loadedToolNames(transcript: Transcript): string[] {
  const names = new Set<string>();
  for (const entry of transcript.entries) {
    if (entry.role === 'user') continue;
    for (const { id } of entry.blocks.filter(isToolUse)) {
      const content = transcript.results.get(id)?.content;
      if (content === undefined || typeof content === 'string') continue;
      for (const block of content) if (block.type === 'tool_reference') names.add(block.tool_name);
    }
  }
  return [...names];
}

/**
 * Announces new deferred tools, and tools that no longer exist. Appended once at the end of the conversation, so that the prefix stays
 * the same. Empty when there is nothing new.
 */
export function deferralReminder(transcript: Transcript, deferred: readonly Tool[], pool: readonly Tool[]): NewSessionEvent[] {
  const announced = announcedToolNames(transcript);
  const there = new Set(pool.map(({ name }) => name));
  const added = deferred.map(({ name }) => name).filter((name) => !announced.has(name));
  const gone = [...announced].filter((name) => !there.has(name));
  if (added.length === 0 && gone.length === 0) return [];
  const content = [{ type: 'text' as const, text: reminderText({ added, gone }) }];
  return [
    {
      type: 'user.message',
      data: { messageId: randomUUID(), content, origin: 'reminder', visibility: 'model', deferredTools: { added, gone } },
    },
  ];
}

function announcedToolNames(transcript: Transcript): Set<string> {
  const names = new Set<string>();
  for (const entry of transcript.entries) {
    if (entry.role !== 'user' || !entry.deferredTools) continue;
    for (const name of entry.deferredTools.added) names.add(name);
    for (const name of entry.deferredTools.gone) names.delete(name);
  }
  return names;
}

function reminderText({ added, gone }: DeferredToolNames): string {
  const parts = [
    ...(added.length === 0
      ? []
      : [
          `These tools can be used, but only their names are given here:\n${list(added)}\nLoad those you need with ToolSearch before you call them.`,
        ]),
    ...(gone.length === 0 ? [] : [`These tools are not available any more:\n${list(gone)}`]),
  ];
  return `<system-reminder>${parts.join('\n')}</system-reminder>`;
}

/** Limit in characters: a server may define thousands of tools. */
const MAX_LIST_CHARS = 20_000;

function list(names: readonly string[]): string {
  let chars = 0;
  const shown = names.filter((name) => (chars += name.length + 1) <= MAX_LIST_CHARS);
  const left = names.length - shown.length;
  return left === 0 ? shown.join('\n') : `${shown.join('\n')}\n… and ${left} more, to be found by words`;
}
