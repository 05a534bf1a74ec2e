import { relative, resolve, sep } from 'node:path';
import type { AgentPeriod } from '#main/checkpoints/changes/changed-files.ts';
import type { ChangeTime } from '#main/checkpoints/changes/change-times.ts';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { callInput } from '#shared/session/call-input.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { deletesByName } from './deleted-by.ts';
import { writtenByName } from './written-by.ts';
import { type PermissionKind, toolKind } from '#shared/tool-table.ts';
import type { ToolKind } from '#shared/session/tool-view.ts';

/** Maximum calls listed for one file. */
const MAX_CALLS = 50;
/** A file system’s clock may be that far behind the one of events. Milliseconds. */
const TICK_MS = 20;

/** A command that ran longer isn’t known to be a file’s only author, even if it names the file. Milliseconds. */
const SHORT_MS = 10_000;

/** Kinds of calls that may change files without naming them. */
const MAY_CHANGE: ReadonlySet<ToolKind> = new Set(['command', 'mcp', 'other']);

/** What the permission engine says of tools that themselves write no file: questions for a person, tasks, starting an agent. */
const NO_FILES: ReadonlySet<PermissionKind> = new Set(['person', 'free']);

interface RunCall {
  readonly callId: string;
  readonly kind: ToolKind;
  /** The edited file, relative to the project folder; `null` for anything but an edit. */
  readonly path: string | null;
  /** Whether it deletes or moves a file by name, as far as its command shows. */
  deletes: (path: string) => boolean;
  /** Whether it writes a file by name, and does nothing else that lasts. */
  writes: (path: string) => boolean;
  /** Epoch milliseconds. */
  startedAt: number;
  /** A command in the background goes on after its call was answered. */
  endedAt: number;
  /** An edit that failed has changed nothing. */
  failed: boolean;
}

/** The calls that ran between two checkpoints, in the order of their start, by the id of the first of the two. */
export type CallsByCheckpoint = ReadonlyMap<string, readonly RunCall[]>;

export function callsByCheckpoint(events: readonly SessionEvent[], projectDir: string): CallsByCheckpoint {
  const times = new Map<string, RunCall[]>();
  const waiting = new Map<string, RunCall>();
  const edited = new Map<string, string>();
  const running = new Map<string, RunCall>();
  /** Calls of the commands in the background. */
  const tasks = new Map<string, string>();
  let now: RunCall[] = [];
  const end = (callId: string, at: number): void => {
    const call = running.get(callId);
    if (call) call.endedAt = at;
    running.delete(callId);
  };
  for (const event of events) {
    const given = callInput(event);
    const path = given && pathIn(given.input);
    if (given && path !== undefined) edited.set(given.callId, fromProject(path, projectDir));
    switch (event.type) {
      case 'checkpoint.taken':
        now = [...running.values()];
        times.set(event.data.checkpointId, now);
        break;
      case 'call.queued': {
        const { callId, view, toolName } = event.data;
        if (NO_FILES.has(toolKind(toolName))) break;
        const file = view.kind === 'edit' ? (edited.get(callId) ?? null) : null;
        waiting.set(callId, {
          callId,
          kind: view.kind,
          path: file,
          deletes: () => false,
          writes: () => false,
          startedAt: event.at,
          endedAt: Infinity,
          failed: false,
        });
        break;
      }
      case 'call.changed': {
        const call = waiting.get(event.data.callId);
        const other = pathIn(event.data.input);
        if (call?.path != null && other !== undefined) waiting.set(call.callId, { ...call, path: fromProject(other, projectDir) });
        break;
      }
      case 'call.decided': {
        const { callId, decision, facts } = event.data;
        const call = waiting.get(callId);
        // Read only for files that are gone: facts may be long.
        if (call) {
          const writes = writtenByName(facts);
          call.deletes = (path) => deletesByName(facts, resolve(projectDir, path));
          call.writes = (path) => writes(resolve(projectDir, path));
        }
        if (decision.reason === 'readOnly') waiting.delete(callId);
        break;
      }
      case 'call.started': {
        const call = waiting.get(event.data.callId);
        if (!call) break;
        call.startedAt = event.at;
        running.set(call.callId, call);
        now.push(call);
        break;
      }
      case 'call.finished': {
        const { callId, outcome } = event.data;
        const call = running.get(callId);
        if (call) call.failed = outcome !== 'done';
        if (![...tasks.values()].includes(callId)) end(callId, event.at);
        break;
      }
      case 'task.started':
        tasks.set(event.data.taskId, event.data.callId);
        break;
      case 'task.ended': {
        const callId = tasks.get(event.data.taskId);
        tasks.delete(event.data.taskId);
        if (callId !== undefined) end(callId, event.at);
        break;
      }
      case 'session.resumed':
        // What ran in the process before it has ended.
        for (const callId of running.keys()) end(callId, event.at);
        tasks.clear();
        break;
      default:
    }
  }
  return times;
}

/** Who changed a file, as far as it is known. */
export type Authors = Pick<ChangedFile, 'calls' | 'moreCalls' | 'perhapsByOthers'>;

/**
 * The calls that changed a file. In each period these are the edits and short commands that name it, and the calls in whose run the file
 * system dates the change. Where it has no date, as for a deleted file, or no call ran then: the commands that delete it by name, else
 * whatever ran in that period. Only calls that name the file are certain: while another runs, a person may save it.
 */
export function authorsOf(
  { path, from, agentPeriods }: { readonly path: string; readonly from: string | null; readonly agentPeriods: readonly AgentPeriod[] },
  runs: CallsByCheckpoint,
): Authors {
  // A command in the background may be found in several periods.
  const found = new Map<string, ChangedFile['calls'][number]>();
  let perhapsByOthers = false;
  for (const { checkpointId, times } of agentPeriods) {
    const calls = runs.get(checkpointId) ?? [];
    const edits = calls.filter((call) => call.path !== null && (call.path === path || call.path === from) && !call.failed);
    const others = calls.filter((call) => MAY_CHANGE.has(call.kind));
    const authors = authorsIn({ path, edits, others, times });
    for (const call of authors.calls) {
      const before = found.get(call.callId);
      if (!before?.certain) found.set(call.callId, call);
    }
    perhapsByOthers ||= authors.perhapsByOthers;
  }
  const all = [...found.values()];
  return { calls: all.slice(0, MAX_CALLS), moreCalls: Math.max(0, all.length - MAX_CALLS), perhapsByOthers };
}

interface Candidates {
  readonly path: string;
  readonly edits: readonly RunCall[];
  readonly others: readonly RunCall[];
  readonly times: readonly ChangeTime[];
}

function authorsIn({ path, edits, others, times }: Candidates): Omit<Authors, 'moreCalls'> {
  const known = edits.map(({ callId, startedAt }) => ({ callId, startedAt, certain: true }));
  const writing = others.filter((call) => call.endedAt - call.startedAt <= SHORT_MS && call.writes(path));
  let perhapsByOthers = false;
  for (const time of times) {
    if (ranAt(edits, time).length > 0) continue;
    const naming = ranAt(writing, time);
    const then = naming.length > 0 ? naming : ranAt(others, time);
    const certain = naming.length > 0;
    perhapsByOthers ||= !certain;
    for (const { callId, startedAt } of then) {
      const said = known.find((call) => call.callId === callId);
      if (!said) known.push({ callId, startedAt, certain });
      else said.certain ||= certain;
    }
  }
  if (known.length === 0) {
    const naming = others.filter((call) => call.deletes(path));
    const possible = naming.length > 0 ? naming : others;
    const certain = naming.length === 1;
    return { calls: possible.map(({ callId }) => ({ callId, certain, last: false })), perhapsByOthers: naming.length === 0 };
  }
  const inOrder = known.toSorted((a, b) => a.startedAt - b.startedAt);
  const latest = inOrder.at(-1)?.startedAt ?? 0;
  // A date is only that of the last change: calls before it may have changed the file too.
  const before = others.filter((call) => call.startedAt < latest && !known.some(({ callId }) => callId === call.callId));
  const last = edits.length === 0 && before.length > 0;
  return { calls: inOrder.map(({ callId, certain }) => ({ callId, certain, last })), perhapsByOthers };
}

/** The calls that ran at that time, or started just after it. */
function ranAt(calls: readonly RunCall[], { from, to }: ChangeTime): readonly RunCall[] {
  const during = (late: number): RunCall[] => calls.filter(({ startedAt, endedAt }) => startedAt <= to + late && endedAt >= from);
  const exactly = during(0);
  return exactly.length > 0 ? exactly : during(TICK_MS);
}

export function pathIn(input: unknown): string | undefined {
  const named = typeof input === 'object' && input !== null ? { file_path: undefined, notebook_path: undefined, ...input } : undefined;
  const path: unknown = named?.file_path ?? named?.notebook_path;
  return typeof path === 'string' ? path : undefined;
}

export function fromProject(path: string, projectDir: string): string {
  return relative(projectDir, resolve(projectDir, path)).split(sep).join('/');
}
