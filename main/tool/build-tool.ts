import type { z } from 'zod';
import type { ToolView } from '#shared/session/tool-view.ts';
import { toolRow } from '#shared/tool-table.ts';
import type { Tool } from './tool.ts';

type Defaulted =
  | 'aliases'
  | 'strict'
  | 'shouldDefer'
  | 'alwaysLoad'
  | 'isMcp'
  | 'isLsp'
  | 'description'
  | 'checkPermissions'
  | 'isEnabled'
  | 'isReadOnly'
  | 'isDestructive'
  | 'isConcurrencySafe'
  | 'abortsSiblings'
  | 'classifiesEarly'
  | 'interruptBehavior'
  | 'requiresUserInteraction'
  | 'isSearchOrReadCommand'
  | 'backfillObservableInput'
  | 'toAutoClassifierInput'
  | 'userFacingName'
  | 'extractSearchText';

/** A tool as its author writes it: the required members, plus any default to override. */
export type ToolDefinition<Schema extends z.ZodObject, Output> = Omit<Tool<Schema, Output>, Defaulted> &
  Partial<Pick<Tool<Schema, Output>, Defaulted>>;

/**
 * Fills the fail-closed defaults (SPEC T4): enabled; not concurrency-safe; not read-only; not destructive; `checkPermissions` passes
 * through (the engine still decides); empty classifier input; user-facing name = name. On interrupt, calls that may change something
 * finish first (SPEC E7).
 */
export function buildTool<Schema extends z.ZodObject, Output, const Name extends string>(
  definition: ToolDefinition<Schema, Output> & { readonly name: Name },
): Tool<Schema, Output> & { readonly name: Name } {
  const row = toolRow(definition.name);
  const tool: Tool<Schema, Output> & { readonly name: Name } = {
    aliases: [],
    strict: false,
    shouldDefer: false,
    alwaysLoad: false,
    isMcp: false,
    isLsp: false,
    description: () => definition.name,
    checkPermissions: () => Promise.resolve({ behavior: 'passthrough' }),
    isEnabled: () => true,
    isReadOnly: () => false,
    isDestructive: () => false,
    isConcurrencySafe: () => false,
    abortsSiblings: row?.abortsSiblings ?? false,
    classifiesEarly: row?.classifiesEarly ?? false,
    interruptBehavior: (input) => (tool.isReadOnly(input) ? 'cancel' : 'block'),
    requiresUserInteraction: () => false,
    isSearchOrReadCommand: () => false,
    backfillObservableInput: (clone) => clone,
    toAutoClassifierInput: () => '',
    userFacingName: () => definition.name,
    extractSearchText,
    ...definition,
  };
  return tool;
}

/** Exactly the text that the view shows. */
function extractSearchText(view: ToolView): string {
  const parts = [view.title, view.summary, view.outcome ?? ''];
  const { detail } = view;
  switch (detail?.type) {
    case 'command':
      parts.push(detail.command, detail.description ?? '');
      break;
    case 'diff':
      parts.push(detail.path, ...detail.hunks.flatMap((hunk) => hunk.lines));
      break;
    case 'files':
      parts.push(...detail.files);
      break;
    case 'text':
      parts.push(detail.text);
      break;
    case 'todos':
      parts.push(...detail.todos.map((todo) => todo.content));
      break;
    case 'json':
      parts.push(detail.json);
      break;
    case 'questions':
      for (const { question, options } of detail.questions)
        parts.push(question, ...options.flatMap(({ label, description }) => [label, description]));
      parts.push(...Object.values(detail.answers ?? {}));
      break;
    case 'plan':
      parts.push(detail.plan);
      break;
    case undefined:
      break;
  }
  return parts.filter((part) => part !== '').join('\n');
}
