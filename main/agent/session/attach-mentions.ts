import { readdir, stat } from 'node:fs/promises';
import type { Decision } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { mentionsIn, MAX_MENTIONS, type Mention } from '#shared/session/mention.ts';
import { errorMessage } from '#shared/error-message.ts';
import { findTool } from '#main/tool/registry.ts';
import { parseToolInput } from '#main/tool/schema.ts';
import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import { type MentionableResources, resourceAttachment } from './attach-resource.ts';
import { attachmentEvent } from './prompt.ts';
import { wrapped } from './wrap-attachment.ts';

export interface MentionHost {
  readonly calls: {
    readonly pool: readonly Tool[];
    contextForReading(signal: AbortSignal): ToolUseContext;
  };
  /** Decision of the permission rules for a Read of that path. */
  readonly decide: (path: string) => { readonly facts: CallFacts; readonly decision: Decision };
  /** Absent: resources can't be mentioned, as in a skill. */
  readonly resources?: MentionableResources;
  readonly append: (event: NewSessionEvent) => void;
  readonly signal: AbortSignal;
}

const MAX_LISTED = 200;

/**
 * Attaches mentioned files, and resources of MCP servers, to the conversation as Read would show them, so that the model may edit them at once. Only files that Read
 * may open without asking: pasted text may mention files its sender never meant to send. Other names are ignored.
 */
export async function attachMentions(texts: readonly string[], host: MentionHost): Promise<void> {
  const mentions = texts.flatMap(mentionsIn).slice(0, MAX_MENTIONS);
  for (const mention of mentions) {
    if (host.signal.aborted) return;
    await attach(mention, host);
  }
}

async function attach(mention: Mention, host: MentionHost): Promise<void> {
  const tool = findTool(host.calls.pool, 'Read');
  if (!tool) return;
  const context = host.calls.contextForReading(host.signal);
  const path = String(tool.backfillObservableInput({ file_path: mention.path }, context)['file_path']);
  // Not a file: a resource of a server, or an ordinary word.
  const there = await stat(path).catch(() => undefined);
  try {
    let event: NewSessionEvent | undefined;
    if (there?.isFile() || there?.isDirectory()) {
      const { facts, decision } = host.decide(path);
      if (decision.behavior !== 'allow') throw new Error(decision.message);
      const decided = facts.paths.filter(({ access }) => access !== 'mention').map(({ real }) => real);
      event = there.isDirectory()
        ? await folder(mention, path, host)
        : await file(mention, path, tool, { ...context, decidedPaths: decided });
    } else if (host.resources) {
      const { resources, signal } = host;
      event = await resourceAttachment(mention, { resources, pool: () => host.calls.pool, context, signal });
    }
    // Without one, it is an ordinary word.
    if (event && !host.signal.aborted) host.append(event);
  } catch (error) {
    if (host.signal.aborted) return;
    const why = errorMessage(error);
    host.append({ type: 'notice', data: { level: 'warning', text: `${mention.path} was not attached: ${why}`, action: 'none' } });
  }
}

async function file(
  { path: name, firstLine, lastLine }: Mention,
  path: string,
  tool: Tool,
  context: ToolUseContext,
): Promise<NewSessionEvent> {
  const range = firstLine === undefined ? {} : { offset: firstLine, limit: (lastLine ?? firstLine) - firstLine + 1 };
  const parsed = parseToolInput(tool, { file_path: path, ...range });
  if (!parsed.ok) throw new Error(parsed.message);
  const valid = await tool.validateInput?.(parsed.input, context);
  if (valid && !valid.ok) throw new Error(valid.message);
  const { data, details } = await tool.call(parsed.input, context, () => Promise.resolve(false), {
    messageId: '',
    requestId: '',
    blocks: [],
  });
  const { content } = tool.mapToolResultToToolResultBlockParam(data, '', details);
  const { outcome = 'attached' } = tool.present({ stage: 'result', input: parsed.input, output: data, details });
  const head = `The user mentioned ${name}. Read, called with ${JSON.stringify(parsed.input)}, shows:`;
  return attachmentEvent({ name, note: outcome }, wrapped(head, content));
}

async function folder({ path: name }: Mention, path: string, { decide }: MentionHost): Promise<NewSessionEvent> {
  const entries = await readdir(path, { withFileTypes: true });
  const names = entries
    .filter((entry) => decide(`${path}/${entry.name}`).decision.behavior !== 'deny')
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .toSorted();
  const shown = names.slice(0, MAX_LISTED);
  const rest = names.length > shown.length ? [`… ${names.length - shown.length} more`] : [];
  const note = names.length === 1 ? '1 entry' : `${names.length.toLocaleString('en-US')} entries`;
  return attachmentEvent({ name, note }, wrapped(`The user mentioned the folder ${name}. It holds:`, [...shown, ...rest].join('\n')));
}
