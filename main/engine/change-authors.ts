import { relative, resolve, sep } from 'node:path';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { callInput } from '#shared/session/call-input.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import type { ToolKind } from '#shared/session/tool-view.ts';

/** Maximum calls listed for one file. */
const MAX_CALLS = 20;

/** Kinds of calls that may change files without naming them. */
const MAY_CHANGE: ReadonlySet<ToolKind> = new Set(['command', 'mcp', 'other']);

interface RunCall {
  readonly callId: string;
  readonly kind: ToolKind;
  /** The edited file, relative to the project folder; `null` for anything but an edit. */
  readonly path: string | null;
}

/** The calls that ran between two checkpoints, by the id of the first of the two. */
export type CallsByCheckpoint = ReadonlyMap<string, readonly RunCall[]>;

export function callsByCheckpoint(events: readonly SessionEvent[], projectDir: string): CallsByCheckpoint {
  const times = new Map<string, RunCall[]>();
  const waiting = new Map<string, RunCall>();
  const edited = new Map<string, string>();
  let now: RunCall[] = [];
  for (const event of events) {
    const given = callInput(event);
    const path = given && pathIn(given.input);
    if (given && path !== undefined) edited.set(given.callId, fromProject(path, projectDir));
    switch (event.type) {
      case 'checkpoint.taken':
        now = [];
        times.set(event.data.checkpointId, now);
        break;
      case 'call.queued': {
        const { callId, view } = event.data;
        waiting.set(callId, { callId, kind: view.kind, path: view.kind === 'edit' ? (edited.get(callId) ?? null) : null });
        break;
      }
      case 'call.changed': {
        const call = waiting.get(event.data.callId);
        const other = pathIn(event.data.input);
        if (call?.path != null && other !== undefined) waiting.set(call.callId, { ...call, path: fromProject(other, projectDir) });
        break;
      }
      case 'call.decided':
        if (event.data.decision.reason === 'readOnly') waiting.delete(event.data.callId);
        break;
      case 'call.started': {
        const call = waiting.get(event.data.callId);
        if (call) now.push(call);
        break;
      }
      default:
    }
  }
  return times;
}

/** The calls that changed a file: edits that name it, otherwise whatever else ran while it changed. */
export function authorsOf(
  { path, from, agentPeriods }: { readonly path: string; readonly from: string | null; readonly agentPeriods: readonly string[] },
  times: CallsByCheckpoint,
): ChangedFile['calls'] {
  return agentPeriods
    .flatMap((checkpointId) => {
      const calls = times.get(checkpointId) ?? [];
      const edits = calls.filter((call) => call.path !== null && (call.path === path || call.path === from));
      const others = calls.filter((call) => MAY_CHANGE.has(call.kind));
      return edits.length > 0
        ? edits.map(({ callId }) => ({ callId, certain: true }))
        : others.map(({ callId }) => ({ callId, certain: others.length === 1 }));
    })
    .slice(-MAX_CALLS);
}

export function pathIn(input: unknown): string | undefined {
  const named = typeof input === 'object' && input !== null ? { file_path: undefined, notebook_path: undefined, ...input } : undefined;
  const path: unknown = named?.file_path ?? named?.notebook_path;
  return typeof path === 'string' ? path : undefined;
}

export function fromProject(path: string, projectDir: string): string {
  return relative(projectDir, resolve(projectDir, path)).split(sep).join('/');
}
